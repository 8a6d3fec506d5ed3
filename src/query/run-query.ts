import {createHash} from 'node:crypto';
import type {LogKind} from '../archive/log-kinds.ts';
import type {Engine, EngineOptions} from '../archive/sql/engine.ts';
import {type EngineProcess, openEngineProcess} from '../archive/sql/engine-process.ts';
import {identifier} from '../archive/sql/sql-literals.ts';
import {sqlHint, validateKeyword} from '../archive/sql/user-sql.ts';
import {collectErrors} from '../errors.ts';
import {createStateWorkFolder} from '../files/work-folder.ts';
import type {Dataset, Row} from '../output/dataset.ts';
import type {Clock} from '../ports.ts';
import {literal} from '../text/sql-literal.ts';
import {addLineRows, createLineTable, getOwnColumns, type LinePorts, type ViewLine} from './line-views.ts';
import {addRecordViews} from './record-views.ts';
import {addResultViews} from './result-views.ts';
import {parseStatement, runStatement, type Statement, toQueryError} from './statement.ts';
import {type NamedViews, namedViews} from './statement-views.ts';
import {sandboxSchema, type View} from './view-table.ts';

type SandboxTables = {
	readonly file: string;
	/** Runs before the statement. */
	readonly setClock: string;
	readonly tables: readonly {readonly name: string; readonly select: string}[];
};

export type QueryPorts = LinePorts & {
	/** The day of `today()`. */
	readonly today: string;
	readonly clock: Clock;
	readonly stateDir: string;
	readonly signal: AbortSignal;
	readonly detail: (text: string) => Promise<void>;
	/** The products whose records are read; none: all. */
	readonly chosenProducts: readonly number[];
	/** Says that records are missing. */
	readonly incomplete: (text: string) => Promise<void>;
	/** Returns the archive folders, with their tables up to date. */
	readonly archives: (log: LogKind) => Promise<readonly string[]>;
	readonly results: () => Promise<{readonly folder: string; readonly paths: readonly string[]}>;
	/** Undefined without the sandbox. */
	readonly sandbox: ((from: string) => Promise<SandboxTables>) | undefined;
	/** Throws CliError (usage). */
	readonly checkView: (view: View, statement: Statement) => Promise<ViewLine>;
	/** Throws CliError (usage). */
	readonly checkReport: (line: string) => Promise<ViewLine>;
};

export type Query = {readonly sql: string};

async function* readBlocks(engine: Engine, close: () => Promise<void>): AsyncGenerator<readonly Row[]> {
	try {
		for (let rows = await engine.next(); rows; rows = await engine.next()) yield rows;
	} finally {
		await close();
	}
}

const sandboxFile = 'sandbox_file';

/** Folders and files of the named views, which are all that the engine may read. */
async function findSources({views: named, usesSandbox, isListing}: NamedViews, ports: QueryPorts) {
	const views = isListing ? [] : named;
	const logs = new Set(
		views.flatMap(({source}): readonly LogKind[] =>
			source.kind === 'records' ? [source.log] : source.kind === 'crash groups' ? ['exceptions'] : [],
		),
	);
	const archives = new Map<LogKind, readonly string[]>();
	for (const log of logs) archives.set(log, await ports.archives(log));
	const results = views.some(({source}) => source.kind === 'results') ? await ports.results() : undefined;
	const sandbox = usesSandbox ? await ports.sandbox?.(sandboxFile) : undefined;
	const folders = [...new Set([...archives.values()].flat()), ...(results ? [results.folder] : [])];
	return {archives, results, sandbox, folders};
}

async function addViews(
	engine: Engine,
	{views, aliases, isListing}: NamedViews,
	{archives, results, sandbox}: Awaited<ReturnType<typeof findSources>>,
	ports: QueryPorts,
): Promise<void> {
	for (const view of views) {
		const {kind} = view.source;
		if (isListing || kind === 'line' || kind === 'crash groups') await createLineTable(engine, view.name, view.columns);
	}
	if (isListing) return;
	await createDayMacros(engine, ports.today);
	await addRecordViews(engine, views, {...ports, foldersOf: log => archives.get(log) ?? []});
	if (results) await addResultViews(engine, results.paths);
	if (sandbox) {
		await engine.run(sandbox.setClock);
		await engine.run(`CREATE SCHEMA ${sandboxSchema}`);
	}
	for (const {name, select} of sandbox?.tables ?? [])
		await engine.run(`CREATE VIEW ${sandboxSchema}.${name} AS ${select}`);
	for (const [alias, name] of aliases) await engine.run(`CREATE VIEW ${identifier(alias)} AS FROM ${name}`);
}

/** Checks the command lines of a statement before the first request. Throws their errors as one CliError (usage). */
function checkLines({statement, named}: ParsedQuery, ports: QueryPorts) {
	const isNeeded = ({properties}: View) => !statement.isDescription || properties !== undefined;
	const lines = named.views.filter(view => view.source.kind === 'line' && !named.isListing && isNeeded(view));
	return collectErrors(
		[
			...lines.map(view => async () => ({
				...(await ports.checkView(view, statement)),
				name: view.name,
				table: view.name,
				fixed: view.properties ? undefined : view.columns,
			})),
			...statement.reports.map(report => async () => ({
				...(await ports.checkReport(report)),
				name: `report ${report}`,
				table: getReportTable(report),
				fixed: undefined,
			})),
		],
		sqlHint,
	);
}

/** Requests the rows of the views and reports that a statement names. Wrong columns are found before that. */
async function fetchRows(engine: Engine, query: ParsedQuery, ports: QueryPorts): Promise<void> {
	const {source, isDescription} = query.statement;
	const lines = (await checkLines(query, ports)).map(({columns, fixed, ...line}) => ({
		...line,
		fixed,
		expected: fixed ?? (columns && getOwnColumns(columns)),
	}));
	const isKnown = lines.every(({expected}) => expected);
	for (const {table, expected} of lines) if (expected) await createLineTable(engine, table, expected);
	if (query.statement.reports.length > 0) await createReportMacro(engine);
	if (isKnown) await engine.rows(`EXPLAIN ${source}`);
	for (const {open, name, table, fixed, expected} of lines)
		if (!isDescription || !expected)
			await addLineRows(engine, await open(), {name, table, ...(fixed && {columns: fixed})}, ports);
}

type OpenedProcess = {
	readonly engine: EngineProcess;
	readonly options: EngineOptions;
	readonly close: () => Promise<void>;
};

/** Calls `work` with an engine process that may read nothing, and closes it unless `work` keeps it. */
async function withProcess<T>(
	{sql}: Query,
	{stateDir, signal, detail}: QueryPorts,
	work: (opened: OpenedProcess) => Promise<T>,
): Promise<T> {
	validateKeyword(sql);
	const folder = await createStateWorkFolder(stateDir);
	let engine: Engine | undefined;
	const close = async () => {
		await engine?.close();
		await folder.remove();
	};
	try {
		const options = {temp: folder.path, folders: [], keepsOrder: true};
		const opened = await openEngineProcess({...options, signal, detail});
		engine = opened;
		return await work({engine: opened, options, close});
	} catch (error) {
		await close();
		throw toQueryError(error, sql);
	}
}

type ParsedQuery = {readonly statement: Statement; readonly named: NamedViews};

async function parseQuery({sql}: Query, engine: Engine, {sandbox}: QueryPorts): Promise<ParsedQuery> {
	const statement = await parseStatement(engine, sql);
	return {statement, named: namedViews(statement, {hasSandbox: sandbox !== undefined})};
}

/** Returns what a statement would read. Throws as `runQuery` does. */
export const findQueryViews = (
	query: Query,
	ports: QueryPorts,
): Promise<Pick<NamedViews, 'views'> & {readonly statement: Statement}> =>
	withProcess(query, ports, async ({engine, close}) => {
		const {statement, named} = await parseQuery(query, engine, ports);
		await close();
		return {statement, views: named.isListing ? [] : named.views};
	});

/**
 * Runs SQL of the user in a process of its own, which can read the folders of the views that it names, and nothing else.
 * Throws CliError: `usage` for invalid SQL and for statements that do more than read, and what the views throw.
 */
export const runQuery = (query: Query, ports: QueryPorts): Promise<Dataset> =>
	withProcess(query, ports, async ({engine, options, close}) => {
		const {statement, named} = await parseQuery(query, engine, ports);
		const sources = await findSources(named, ports);
		const {folders, sandbox} = sources;
		const attached = sandbox ? {attached: {file: sandbox.file, name: sandboxFile}} : {};
		if (folders.length > 0 || sandbox) await engine.reopen({...options, folders, ...attached});
		await addViews(engine, named, sources, ports);
		await fetchRows(engine, {statement, named}, ports);
		return {columns: await runStatement(engine, statement), blocks: readBlocks(engine, close)};
	});

/** Makes `today()` and `current_date` the day of the run, which may differ from the computer's. */
async function createDayMacros(engine: Engine, today: string): Promise<void> {
	for (const name of ['today', 'current_date'])
		await engine.run(`CREATE MACRO ${name}() AS CAST(${literal(today)} AS DATE)`);
}

const getReportTable = (line: string): string => `report ${createHash('md5').update(line).digest('hex')}`;

/** Makes `report('LINE')` the table of that line (`getReportTable`). */
const createReportMacro = (engine: Engine): Promise<unknown> =>
	engine.run(`CREATE MACRO report(line) AS TABLE FROM query_table('report ' || md5(line))`);
