import {resolve} from 'node:path';
import {archiveFolders} from '../archive/files/archive-folders.ts';
import type {LogKind} from '../archive/files/log-kinds.ts';
import {formatSyncCommand, type SyncCommand} from '../archive/tables/input-paths.ts';
import type {CheckedLine, Context, OpenedLine, Outcome} from '../cli/definition/command.ts';
import {formatCommandLine, serviceWords} from '../cli/definition/line-words.ts';
import {RequestPrinted, runSequentially} from '../client/request-printed.ts';
import type {Endpoint} from '../contract/operations/endpoint.ts';
import {CliError} from '../errors.ts';
import {sentenceLayout} from '../output/column-layout.ts';
import {type Column, dataset, type Row} from '../output/dataset.ts';
import type {QueryPorts} from './run-query.ts';
import type {Statement} from './statement.ts';
import type {View, ViewColumn} from './views.ts';

export type SqlRequest = {
	readonly sql: string;
	/** Archive folders; none: those of `archiveFolders`. */
	readonly archives: readonly string[];
	/** The kind of archive that an error suggests. */
	readonly log?: LogKind;
	readonly history: QueryPorts['results'];
	/** Flags for the view `clients`. */
	readonly clients?: {readonly properties: string | undefined; readonly filter: readonly string[]};
	readonly aliases?: Readonly<Record<string, string>>;
};

const explainColumns: readonly Column[] = [
	{key: 'view', title: 'View', kind: 'text'},
	{key: 'from', title: 'From', kind: 'text', layout: sentenceLayout},
	{key: 'request', title: 'First request', kind: 'text', layout: sentenceLayout},
];

const createArchiveError = (path: string, maker: SyncCommand, isDefault: boolean) =>
	new CliError('usage', `${path} is not an archive folder`, {
		hint: `create one: ${formatSyncCommand(maker, path)}${isDefault ? '; or name another one with --archive DIR' : ''}`,
	});

/** Throws CliError (usage) for a folder of --archive that the statement may not even need. */
async function validateArchives({archives, log = 'exceptions'}: SqlRequest, context: Context): Promise<void> {
	const {origin} = context.settings.values.archive ?? {};
	if (origin === 'profile' || origin === 'config') return;
	const {hasManifest} = await import('../archive/files/manifest.ts');
	for (const path of archives)
		if (!(await hasManifest(path))) throw createArchiveError(path, {...context, kind: log}, false);
}

/** The default folder in a cloned repository may be a link. Throws CliError (usage) if it leads out. */
async function validateInside(folder: string, paths: readonly string[]): Promise<void> {
	const {findPathOutside} = await import('../files/trust/inside-folder.ts');
	for (const path of paths) {
		const outside = await findPathOutside(folder, path);
		if (outside !== undefined)
			throw new CliError('usage', `the link '${outside}' is outside the folder of the file`, {
				hint: 'use an archive folder inside it',
			});
	}
}

async function findArchives(log: LogKind, given: readonly string[], context: Context): Promise<readonly string[]> {
	const {hasManifest} = await import('../archive/files/manifest.ts');
	const {resolveLinks} = await import('../files/platform.ts');
	const {refreshTable} = await import('../archive/tables/with-records.ts');
	const maker = {...context, kind: log};
	const {questionFolder} = context;
	const paths = given.length > 0 ? given : [resolve(questionFolder ?? '.', archiveFolders[log])];
	if (given.length === 0 && questionFolder !== undefined) await validateInside(questionFolder, paths);
	const folders: string[] = [];
	for (const path of paths) {
		if (!(await hasManifest(path)))
			throw createArchiveError(given.length > 0 ? path : archiveFolders[log], maker, given.length === 0);
		const folder = await resolveLinks(path);
		await refreshTable(folder, maker);
		folders.push(folder);
	}
	return folders;
}

const checkForViews = (
	words: readonly string[],
	{checkLine, globals, questionFolder}: Context,
	isInSql = false,
): Promise<CheckedLine> =>
	checkLine(words, {
		purpose: 'ask',
		isInSql,
		folder: questionFolder ?? resolve('.'),
		defaults: new Map(globals.products.length > 0 ? [['product', globals.products.map(String)]] : []),
	});

async function splitReport(line: string): Promise<readonly string[]> {
	const {splitLine} = await import('../questions/file/question-line.ts');
	const words = splitLine(line);
	if (!words) throw new CliError('usage', `report('${line}'): a quote is not closed`, {hint: 'close it'});
	return ['report', ...(words[0] === 'report' ? words.slice(1) : words)];
}

/** Returns the line of a view. A view of properties has those of `clients` or the usual ones, and those that the statement names. */
function getWords({source, columns, properties}: View, statement: Statement, {clients}: SqlRequest): readonly string[] {
	if (source.kind !== 'line') return [];
	if (!properties) return source.words;
	const usual = new Set(columns.map(({name}) => name));
	const isNamed = ({name}: ViewColumn) => statement.columns.has(name.toLowerCase());
	const toNames = (found: typeof properties) => found.map(({property}) => property);
	const first = clients?.properties?.split(',') ?? toNames(properties.filter(({name}) => usual.has(name)));
	return [
		...source.words,
		`--properties=${[...new Set([...first, ...toNames(properties.filter(isNamed))])].join(',')}`,
		...(clients?.filter ?? []).map(each => `--filter=${each}`),
	];
}

type Open = (line: CheckedLine) => Promise<readonly OpenedLine[]>;

function createPorts(request: SqlRequest, context: Context, open: Open): QueryPorts {
	const check = async (words: readonly string[], isInSql?: boolean) => {
		const line = await checkForViews(words, context, isInSql);
		return {columns: line.columns, open: () => open(line)};
	};
	return {
		...context,
		archives: log => findArchives(log, request.archives, context),
		results: request.history,
		sandbox:
			context.sandbox &&
			(async from => {
				const {findSandboxTables} = await import('../sandbox/stored-data.ts');
				return findSandboxTables(context.stateDir, {today: context.clock.now(), from});
			}),
		checkView: (view, statement) => check(getWords(view, statement, request)),
		checkReport: async line => check(await splitReport(line), true),
	};
}

/** A typed --timeout also limits the statement. */
function limitTime({globals: {timeout}, settings, signal}: Context): AbortSignal {
	if (settings.values.timeout?.origin !== 'flag') return signal;
	const controller = new AbortController();
	const error = new CliError('network', `the result was not complete within ${timeout / 1000} s`, {
		hint: 'raise --timeout, or request less',
		code: 'timeout',
	});
	setTimeout(() => controller.abort(error), timeout).unref();
	return AbortSignal.any([signal, controller.signal]);
}

/** Runs SQL over the views that it names. The exit code is that of the first view that is not complete. */
export async function runSql(request: SqlRequest, context: Context): Promise<Outcome> {
	const {runQuery} = await import('./run-query.ts');
	await validateArchives(request, context);
	const opened: OpenedLine[] = [];
	const open: Open = async line => {
		const lines = await runSequentially(line.products, product => line.open(product));
		opened.push(...lines);
		return lines;
	};
	const data = await runQuery(request, createPorts(request, {...context, signal: limitTime(context)}, open));
	const exitOf = ({exit}: OpenedLine) => (typeof exit === 'function' ? exit() : (exit ?? 0));
	return {dataset: data, exit: () => opened.map(exitOf).find(code => code !== 0) ?? 0};
}

/** Returns the request that reading the rows of a line would send first; undefined if there is none. */
async function findRequest(line: CheckedLine, product: number | undefined): Promise<string | undefined> {
	let request: string | undefined;
	const end = async (endpoint: Endpoint, input: object): Promise<never> => {
		request ??= `POST ${endpoint.path} ${JSON.stringify(input)}`;
		throw new RequestPrinted();
	};
	try {
		const {data} = await line.open(product, {
			call: end,
			raw: end,
			download: async () => Promise.reject(new RequestPrinted()),
		});
		for await (const _ of data.blocks) break;
	} catch (error) {
		if (!(error instanceof RequestPrinted)) throw error;
	}
	return request;
}

/** Shows the views that a statement would read, and the first request of each. Sends nothing. */
export async function explainSql(request: SqlRequest, context: Context): Promise<Outcome> {
	const {findQueryViews} = await import('./run-query.ts');
	const {statement, views} = await findQueryViews(
		request,
		createPorts(request, context, async () => []),
	);
	const rows: Row[] = [];
	const addLine = async (name: string, words: readonly string[], isInSql = false) => {
		const line = await checkForViews(words, context, isInSql);
		for (const product of line.products)
			rows.push([
				name,
				formatCommandLine([...serviceWords(context), ...words]),
				(await findRequest(line, product)) ?? null,
			]);
	};
	for (const view of views) {
		if (view.source.kind === 'line') await addLine(view.name, getWords(view, statement, request));
		else rows.push([view.name, view.origin, null]);
	}
	for (const line of statement.reports) await addLine('report', await splitReport(line), true);
	return {dataset: dataset(explainColumns, rows)};
}
