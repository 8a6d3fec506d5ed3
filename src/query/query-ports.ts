import {resolve} from 'node:path';
import {type LogKind, logKinds} from '../archive/log-kinds.ts';
import type {SyncCommand} from '../archive/records/input-paths.ts';
import {CliError} from '../errors.ts';
import type {CheckedLine, Lines, OpenedLine} from '../lines/checked-line.ts';
import type {Clock} from '../ports.ts';
import type {Settings} from '../session/settings.ts';
import type {QueryPorts} from './run-query.ts';
import type {Statement} from './statement.ts';
import type {View, ViewColumn} from './view-table.ts';

export type SqlRequest = {
	readonly sql: string;
	/** Archive folders; none: those of `logKinds`. */
	readonly archives: readonly string[];
	/** The products whose records are read; none: all. */
	readonly products: readonly number[];
	readonly history: QueryPorts['results'];
	/** Flags for the view `clients`. */
	readonly clients?: {readonly properties: string | undefined; readonly filter: readonly string[]};
};

/** The ports of SQL. A context of the command line fits. */
export type SqlContext = Omit<SyncCommand, 'kind'> &
	Omit<QueryPorts, 'archives' | 'chosenProducts' | 'results' | 'sandbox' | 'checkView' | 'checkReport' | 'open'> & {
		readonly settings: Settings;
		readonly globals: {
			readonly timeout: number;
			readonly products: readonly number[];
			readonly sandbox: boolean;
			readonly profile: string;
		};
		readonly clock: Clock;
		readonly checkLine: Lines['checkLine'];
		/** Undefined unless the sandbox is the service. */
		readonly sandbox: (() => Promise<unknown>) | undefined;
		readonly questionFolder?: string;
	};

async function createArchiveError(path: string, maker: SyncCommand, isDefault: boolean): Promise<CliError> {
	const {formatSyncCommand, suggestArchives} = await import('../archive/records/input-paths.ts');
	const other = isDefault ? '; or name another one with --archive DIR' : '';
	const hint = `create one: ${formatSyncCommand(maker, path)}${other}`;
	return new CliError('usage', `${path} is not an archive folder`, await suggestArchives(path, hint));
}

/** Throws CliError (usage) for a folder of --archive that the statement may not even need. */
export async function validateArchives({archives}: SqlRequest, context: SqlContext): Promise<void> {
	const {origin} = context.settings.values.archive ?? {};
	if (origin === 'profile') return;
	const {hasManifest} = await import('../archive/download/manifest.ts');
	for (const path of archives)
		if (!(await hasManifest(path))) throw await createArchiveError(path, {...context, kind: 'exceptions'}, false);
}

/** The default folder in a cloned repository may be a link. Throws CliError (usage) if a path leads out of `folder`. */
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

async function findArchives(log: LogKind, given: readonly string[], context: SqlContext): Promise<readonly string[]> {
	const {hasManifest} = await import('../archive/download/manifest.ts');
	const {resolveLinks} = await import('../files/platform.ts');
	const {noteMissingFiles, refreshTable} = await import('../archive/records/with-records.ts');
	const maker = {...context, kind: log};
	const {questionFolder} = context;
	const usual = logKinds[log].folder;
	const paths = given.length > 0 ? given : [questionFolder === undefined ? usual : resolve(questionFolder, usual)];
	if (given.length === 0 && questionFolder !== undefined) await validateInside(questionFolder, paths);
	const folders: string[] = [];
	const {chooseDistinctPaths} = await import('../archive/records/repeated-inputs.ts');
	for (const path of await chooseDistinctPaths(paths, context.note)) {
		if (!(await hasManifest(path)))
			throw await createArchiveError(given.length > 0 ? path : usual, maker, given.length === 0);
		await noteMissingFiles(path, maker);
		const folder = await resolveLinks(path);
		await refreshTable(folder, maker);
		folders.push(folder);
	}
	return folders;
}

export const checkForViews = (
	words: readonly string[],
	{checkLine, globals, questionFolder}: SqlContext,
	isInSql = false,
): Promise<CheckedLine> =>
	checkLine(words, {
		purpose: 'ask',
		isInSql,
		folder: questionFolder ?? resolve('.'),
		defaults: new Map(globals.products.length > 0 ? [['product', globals.products.map(String)]] : []),
	});

export async function splitReport(line: string): Promise<readonly string[]> {
	const {splitLine} = await import('../lines/split-line.ts');
	const words = splitLine(line);
	if (!words) throw new CliError('usage', `report('${line}'): a quote is not closed`, {hint: 'close it'});
	return ['report', ...(words[0] === 'report' ? words.slice(1) : words)];
}

/** Returns the line of a view. A view of properties has those of `clients` or the usual ones, and those that the statement names. */
export function getWords(
	{source, columns, properties}: View,
	statement: Statement,
	{clients}: SqlRequest,
): readonly string[] {
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

export type Open = (line: CheckedLine) => Promise<readonly OpenedLine[]>;

export function createPorts(request: SqlRequest, context: SqlContext, open: Open): QueryPorts {
	const check = async (words: readonly string[], isInSql?: boolean) => {
		const line = await checkForViews(words, context, isInSql);
		return {columns: line.columns, open: () => open(line)};
	};
	return {
		...context,
		archives: log => findArchives(log, request.archives, context),
		chosenProducts: request.products,
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
