import {CliError, type FailureKind} from '../../../errors.ts';
import type {Dataset} from '../../../output/dataset.ts';
import type {Progress} from '../../../ports.ts';
import type {LogKind} from '../../files/log-kinds.ts';
import {dialects} from '../engine/dialects.ts';
import type {Records} from '../records.ts';
import {type RecordFilter, selectRecords, selectSamples} from '../relations.ts';
import {validateKeyword} from '../user-sql.ts';
import {connectClickHouse} from './clickhouse.ts';
import {describeAddress} from './engine-address.ts';
import type {AskEngine, Connection} from './engine-connection.ts';
import {EngineError, type Fault} from './engine-error.ts';
import {type Answer, gatherRows} from './engine-rows.ts';
import {connectTrino} from './trino.ts';

const engines = {
	trino: {connect: connectTrino, dialect: dialects.trino},
	clickhouse: {connect: connectClickHouse, dialect: dialects.clickHouse},
} as const;

export type ClusterPorts = Connection & {
	/** Asks for a password, when the engine wants one. Throws CliError where nobody can be asked. */
	readonly askPassword: () => Promise<string>;
	/** Time for the first sign of life. */
	readonly timeoutMs: number;
	readonly signal: AbortSignal;
	/** Shows what is awaited, until the returned function is called. */
	readonly wait: Progress['wait'];
};

/** The author of SQL that failed: this program, this program with a condition of the user, or the user. */
type Author = 'question' | 'where' | 'user';
type Meaning = {readonly kind: FailureKind; readonly code: string; readonly hint: string};

const meanings = (kind: LogKind): Readonly<Record<Fault, Meaning>> => ({
	sql: {kind: 'refused', code: 'engine', hint: 'compare the version of the engine with those in docs/lines.md'},
	table: {
		kind: 'refused',
		code: 'no-table',
		hint: `check the names in --engine; for the statements that create the table: usagectl ${kind} engine-setup LOCATION`,
	},
	column: {
		kind: 'refused',
		code: 'old-layout',
		hint: `the table has an outdated layout; recreate it with the statements of: usagectl ${kind} engine-setup LOCATION`,
	},
	account: {kind: 'auth', code: 'engine-password', hint: 'check the user in --engine and the password'},
	rights: {
		kind: 'auth',
		code: 'engine-rights',
		hint: 'ask the administrator of the engine for read access to the table',
	},
	resources: {
		kind: 'refused',
		code: 'engine-resources',
		hint: 'request less with --from or --filter, or give the engine more memory or time',
	},
	engine: {kind: 'network', code: 'engine', hint: 'try again later, or check the log of the engine'},
	connection: {
		kind: 'network',
		code: 'engine-connection',
		hint: 'check --engine and the network, and that the engine is running',
	},
	certificate: {
		kind: 'network',
		code: 'engine-certificate',
		hint: 'for a private certificate authority, set NODE_EXTRA_CA_CERTS to its certificate file',
	},
	protocol: {
		kind: 'refused',
		code: 'engine-protocol',
		hint: 'check the engine and the port in --engine',
	},
});

const sqlMeanings: Readonly<Record<Exclude<Author, 'question'>, Meaning>> = {
	where: {kind: 'usage', code: 'sql', hint: 'write --where in the SQL of the engine; the columns are text'},
	user: {kind: 'usage', code: 'sql', hint: 'write the SQL of the engine; the tables are exceptions and events'},
};
const ofUser: readonly Fault[] = ['sql', 'column'];

/** An error of an engine as a CliError, with what it means for this question. */
function toFailure(error: unknown, {address}: ClusterPorts, {kind, author}: {kind: LogKind; author: Author}): unknown {
	if (!(error instanceof EngineError)) return error;
	const isUsers =
		author !== 'question' && (ofUser.includes(error.fault) || (author === 'user' && error.fault === 'table'));
	const {kind: failure, code, hint} = isUsers ? sqlMeanings[author] : meanings(kind)[error.fault];
	const place = isUsers && author === 'where' ? '--where' : describeAddress(address);
	// Places in SQL that the user did not write say nothing.
	const message = author === 'user' ? error.message : error.message.replace(/^line \d+:\d+: /, '');
	return new CliError(failure, `${place}: ${message}`, {hint, code, cause: error});
}

/** Waits for the first answer no longer than for any call. */
async function prove(ask: AskEngine, {timeoutMs, signal}: ClusterPorts): Promise<void> {
	const late = AbortSignal.timeout(timeoutMs);
	try {
		await gatherRows(await ask('SELECT 1', {signal: AbortSignal.any([signal, late])}));
	} catch (error) {
		if (signal.aborted || !late.aborted) throw error;
		throw new EngineError('connection', `no answer within ${timeoutMs / 1000} s`);
	}
}

/** Connects, and asks for a password where the engine wants one and none is known. */
async function open(ports: ClusterPorts): Promise<AskEngine> {
	const {address, wait} = ports;
	const connect = async (password: string | undefined): Promise<AskEngine> => {
		const ask = engines[address.engine].connect({...ports, password});
		const shown: AskEngine = (sql, options) => ask(sql, options).finally(wait(describeAddress(address)));
		await prove(shown, ports);
		return shown;
	};
	try {
		return await connect(ports.password);
	} catch (error) {
		if (!(error instanceof EngineError) || error.fault !== 'account' || ports.password !== undefined) throw error;
		return connect(await ports.askPassword());
	}
}

/**
 * Calls `use` with the records of a table in a cluster. Returns what `use` returns. Throws CliError: `usage` for a wrong condition,
 * `auth`, `network`, `refused`.
 */
export async function withCluster<Result>(
	{kind, filter}: {readonly kind: LogKind; readonly filter: RecordFilter},
	ports: ClusterPorts,
	use: (records: Records) => Promise<Result>,
): Promise<Result> {
	const {dialect} = engines[ports.address.engine];
	const table = dialect.name(kind);
	const toError = (error: unknown, author: Author) => toFailure(error, ports, {kind, author});
	const ask = await open(ports).catch(error => {
		throw toError(error, 'question');
	});
	return use({
		kind,
		dialect,
		rows: async sql => {
			try {
				return await gatherRows(await ask(sql, {signal: ports.signal}));
			} catch (error) {
				const hasCondition = filter.where !== undefined && sql.includes(filter.where);
				throw toError(error, hasCondition ? 'where' : 'question');
			}
		},
		relation: () => selectRecords(dialect, {kind, filter}, table),
		samples: selectSamples(dialect, table),
	});
}

async function* withFailures(blocks: Answer['blocks'], toError: (error: unknown) => unknown): Answer['blocks'] {
	try {
		yield* blocks;
	} catch (error) {
		throw toError(error);
	}
}

/** Runs SQL of the user on a cluster, as it is. Throws as `withCluster` does, and for SQL that does not begin as one that reads. */
export async function queryCluster(kind: LogKind, sql: string, ports: ClusterPorts): Promise<Dataset> {
	validateKeyword(sql);
	const toError = (error: unknown) => toFailure(error, ports, {kind, author: 'user'});
	try {
		const {columns, blocks} = await (await open(ports))(sql, {signal: ports.signal, isUsers: true});
		return {columns, blocks: withFailures(blocks, toError)};
	} catch (error) {
		throw toError(error);
	}
}
