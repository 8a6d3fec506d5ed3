import {CliError, type FailureKind} from '../../errors.ts';
import type {Dataset} from '../../output/dataset.ts';
import type {Clock, Progress} from '../../ports.ts';
import type {LogKind} from '../log-kinds.ts';
import {getPossibleDays} from '../records/record-dates.ts';
import type {Records} from '../records/records.ts';
import {dialects} from '../sql/dialects.ts';
import {type RecordFilter, selectRecords, selectSamples} from '../sql/record-relations.ts';
import {validateKeyword} from '../sql/user-sql.ts';
import {connectClickHouse} from './clickhouse.ts';
import {describeAddress} from './engine-address.ts';
import type {EngineConnection, RunStatement} from './engine-connection.ts';
import {EngineError, type EngineErrorCategory} from './engine-error.ts';
import {readAllRows, type StatementResult, validateRows} from './engine-rows.ts';
import {connectTrino} from './trino.ts';

const engines = {
	trino: {connect: connectTrino, dialect: dialects.trino},
	clickhouse: {connect: connectClickHouse, dialect: dialects.clickHouse},
} as const;

export type ClusterPorts = EngineConnection & {
	readonly clock: Clock;
	readonly today: string;
	/** Throws CliError if the terminal is not interactive. */
	readonly askPassword: () => Promise<string>;
	/** The time limit of the first statement, which shows that the engine responds. */
	readonly timeoutMs: number;
	/** The time limit of each other statement; undefined if only its responses have one. */
	readonly statementTimeoutMs: number | undefined;
	readonly signal: AbortSignal;
	readonly showWaiting: Progress['wait'];
};

type SqlOrigin = 'program' | 'where' | 'user';
type FailureMeaning = {readonly kind: FailureKind; readonly code: string; readonly hint: string};

const getFailureMeanings = (kind: LogKind): Readonly<Record<EngineErrorCategory, FailureMeaning>> => ({
	sql: {kind: 'refused', code: 'engine', hint: 'compare the version of the engine with those in docs/lines.md'},
	table: {
		kind: 'refused',
		code: 'no-table',
		hint: `check the names in --engine, or create the table with the statements of: usagectl ${kind} engine-setup LOCATION`,
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
	timeout: {
		kind: 'network',
		code: 'timeout',
		hint: 'raise --timeout, or request less with --from or --filter',
	},
	size: {
		kind: 'refused',
		code: 'too-large',
		hint: 'request less with --from or --filter, or raise the limit with --max-answer',
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

const userSqlMeanings: Readonly<Record<Exclude<SqlOrigin, 'program'>, FailureMeaning>> = {
	where: {kind: 'usage', code: 'sql', hint: 'write --where in the SQL of the engine; the columns are text'},
	user: {
		kind: 'usage',
		code: 'sql',
		hint: 'write the SQL of the engine; its tables are exceptions and events; for the other views, omit --engine',
	},
};
const userSqlCategories: readonly EngineErrorCategory[] = ['sql', 'column'];

function toFailure(
	error: unknown,
	{address}: ClusterPorts,
	{kind, author}: {kind: LogKind; author: SqlOrigin},
): unknown {
	if (!(error instanceof EngineError)) return error;
	const isUserError =
		author !== 'program' &&
		(userSqlCategories.includes(error.category) || (author === 'user' && error.category === 'table'));
	const {kind: failure, code, hint} = isUserError ? userSqlMeanings[author] : getFailureMeanings(kind)[error.category];
	const place = isUserError && author === 'where' ? '--where' : describeAddress(address);
	// Positions in SQL that the user did not write are useless.
	const message = author === 'user' ? error.message : error.message.replace(/^line \d+:\d+: /, '');
	return new CliError(failure, `${place}: ${message}`, {hint, code, cause: error});
}

/** Limits the time of a statement, whatever the engine sends meanwhile. */
const withTimeLimit =
	(run: RunStatement, milliseconds: number): RunStatement =>
	(sql, options) => {
		const controller = new AbortController();
		const error = new EngineError('timeout', `the result was not complete within ${milliseconds / 1000} s`);
		setTimeout(() => controller.abort(error), milliseconds).unref();
		return run(sql, {...options, signal: AbortSignal.any([options.signal, controller.signal])});
	};

async function connectWithPassword(ports: ClusterPorts): Promise<RunStatement> {
	const {address, showWaiting, timeoutMs, statementTimeoutMs, signal} = ports;
	const connect = async (password: string | undefined): Promise<RunStatement> => {
		const ask = engines[address.engine].connect({...ports, password});
		const withProgress: RunStatement = (sql, options) =>
			ask(sql, options).finally(showWaiting(describeAddress(address)));
		await readAllRows(await withTimeLimit(withProgress, timeoutMs)('SELECT 1', {signal}));
		return statementTimeoutMs === undefined ? withProgress : withTimeLimit(withProgress, statementTimeoutMs);
	};
	try {
		return await connect(ports.password);
	} catch (error) {
		if (!(error instanceof EngineError) || error.category !== 'account' || ports.password !== undefined) throw error;
		return connect(await ports.askPassword());
	}
}

/**
 * Calls `use` with the records of a table in a cluster, and returns its result. Throws CliError: `usage` for an invalid
 * condition, `auth`, `network`, `refused`.
 */
export async function withCluster<Result>(
	{
		kind,
		filter,
		products = [],
	}: {readonly kind: LogKind; readonly filter: RecordFilter; readonly products?: readonly number[]},
	ports: ClusterPorts,
	use: (records: Records) => Promise<Result>,
): Promise<Result> {
	const {dialect} = engines[ports.address.engine];
	const name = dialect.quoteName(kind);
	const table = products.length === 0 ? name : `(SELECT * FROM ${name} WHERE product IN (${products.join(', ')}))`;
	const toError = (error: unknown, author: SqlOrigin) => toFailure(error, ports, {kind, author});
	const ask = await connectWithPassword(ports).catch(error => {
		throw toError(error, 'program');
	});
	return use({
		kind,
		dialect,
		possible: getPossibleDays([], ports),
		rows: async (sql, types) => {
			try {
				const rows = await readAllRows(await ask(sql, {signal: ports.signal}));
				validateRows(rows, types);
				return rows;
			} catch (error) {
				const hasCondition = filter.where !== undefined && sql.includes(filter.where);
				throw toError(error, hasCondition ? 'where' : 'program');
			}
		},
		relation: () => selectRecords(dialect, {kind, filter}, table),
		samples: selectSamples(dialect, table),
	});
}

async function* reportFailures(
	blocks: StatementResult['blocks'],
	toError: (error: unknown) => unknown,
): StatementResult['blocks'] {
	try {
		yield* blocks;
	} catch (error) {
		throw toError(error);
	}
}

/** Runs SQL of the user unchanged. Throws as `withCluster` does, and for SQL that does not begin like a read. */
export async function queryCluster(kind: LogKind, sql: string, ports: ClusterPorts): Promise<Dataset> {
	validateKeyword(sql);
	const toError = (error: unknown) => toFailure(error, ports, {kind, author: 'user'});
	try {
		const {columns, blocks} = await (await connectWithPassword(ports))(sql, {signal: ports.signal, isUserSql: true});
		return {columns, blocks: reportFailures(blocks, toError)};
	} catch (error) {
		throw toError(error);
	}
}
