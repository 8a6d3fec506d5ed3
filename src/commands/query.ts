import {text as readText} from 'node:stream/consumers';
import {findCluster} from '../cli/context/connect-cluster.ts';
import {type Context, defineCommand, type Outcome} from '../cli/definition/command.ts';
import {type Options, optional, repeated, toggle} from '../cli/definition/flag.ts';
import {flagGroups} from '../cli/definition/flag-groups.ts';
import {text} from '../cli/definition/flag-values.ts';
import {profileFlags} from '../cli/definition/globals.ts';
import {reportFailure} from '../cli/run/report-failure.ts';
import {CliError} from '../errors.ts';
import {disk} from '../files/disk.ts';
import {serviceWords} from '../lines/line-words.ts';
import {describeView, listViews} from '../query/list-views.ts';
import {explainSql} from '../query/query-outcome.ts';
import {listSqlNames} from '../query/view-table.ts';
import {openSaved} from '../questions/run/find-results.ts';
import {createCacheFile} from '../session/cache-file.ts';
import {querySql} from './archive/ask-records.ts';
import {getTypedProducts} from './archive/filter-flags.ts';
import {historyFlags} from './questions/file-flags.ts';

/** Tests whether a statement ends with a semicolon outside of texts and comments. */
export function isCompleteStatement(text: string): boolean {
	const rest = text.replace(/'[^']*'|"[^"]*"|--[^\n]*|\/\*[\s\S]*?\*\//g, '');
	return /;\s*$/.test(rest) && !/['"]|\/\*/.test(rest);
}

/** Completes the last word of a line with views and their columns. */
function completeName(line: string): [candidates: string[], word: string] {
	const [word = ''] = /\w*$/.exec(line) ?? [];
	const names = listSqlNames().map(([name]) => name);
	return [names.filter(name => name.toLowerCase().startsWith(word.toLowerCase())), word];
}

/** Runs statements that are typed on a terminal, each as a command line of its own with the flags of this one. */
async function promptSql(context: Context): Promise<void> {
	const {terminal, env, stateDir, signal, runLine, globals} = context;
	// The prompt itself holds the lock, and is what is recorded.
	const {lock: _, record: __, out: ___, ...texts} = context.texts;
	const style = [...serviceWords(context), `--output=${globals.output}`];
	const {promptForStatements} = await import('../terminal/statement-prompt.ts');
	const history = createCacheFile(
		stateDir,
		'query-history.json',
		(item: Partial<string> | null): item is string => typeof item === 'string',
	);
	const run = async (statement: string, stop: AbortSignal) => {
		try {
			await runLine(['query', '--', statement], {texts, signal: stop, shared: context});
		} catch (error) {
			if (!(error instanceof CliError)) throw error;
			await reportFailure(error, style, {env, stderr: terminal.stderr});
		}
	};
	await terminal.stderr.write('SHOW TABLES; lists the views. TAB completes names, Ctrl-D exits.\n');
	const typed = await promptForStatements({
		history: await history.read(),
		complete: completeName,
		isComplete: isCompleteStatement,
		run,
		signal,
	});
	await history.write(typed);
}

const examples = [
	{
		line: `usagectl query "SELECT prodVersion, count(*) AS reports FROM crashes GROUP BY ALL ORDER BY reports DESC"`,
		caption: 'crash reports by version, from the archive folder "crashes"',
	},
	{
		line: `usagectl query "SELECT licenseType, sum(overQuotaCount) AS excess FROM keys WHERE overQuotaCount > 0 GROUP BY ALL"`,
		caption: 'installations over the quota of their keys, by license type',
	},
	{
		line: `usagectl query "FROM report('current --from -30d --level prodVersion') JOIN (SELECT prodVersion, count(*) AS reports FROM crashes GROUP BY ALL) USING (prodVersion)"`,
		caption: 'installations and crash reports by version: a join',
	},
	{line: 'usagectl query --tables', caption: 'the views'},
];

const flags = {
	tables: toggle({flags: '--tables', summary: 'List the views instead of running a statement'}),
	schema: optional({flags: '--schema <view>', summary: 'List the columns of a view', parse: text, complete: 'sql'}),
	explain: toggle({flags: '--explain', summary: 'Show what would be read and requested; run nothing'}),
	sqlFile: optional({
		flags: '-f, --sql-file <path>',
		summary: 'Read the statement from a file',
		parse: text,
		complete: 'file',
	}),
	archive: {
		...profileFlags.archive,
		summary: profileFlags.archive.summary.replace('default: ', 'default: that of the profile, or '),
	},
	history: historyFlags.history,
	product: flagGroups.service.flags.product,
	properties: optional({
		flags: '--properties <names>',
		summary:
			'Properties to request for the `clients` view besides those in the statement (default: as in `clients list`)',
		parse: text,
	}),
	filter: repeated({
		flags: '--filter <expression>',
		summary: 'Request only matching installations for the `clients` view; repeatable',
		parse: text,
		complete: 'expression',
	}),
	engine: profileFlags.engine,
};

type Query = Options<typeof flags>;

const createMissingError = () => new CliError('usage', '<sql> is missing', {hint: `for example: ${examples[0]?.line}`});

/** Returns the statement of the argument, of --sql-file or of stdin. */
async function readSql({sqlFile}: Query, sql: string | undefined, context: Context): Promise<string> {
	const {stdin} = context.terminal;
	if (sql !== undefined && sqlFile !== undefined)
		throw new CliError('usage', '--sql-file cannot be combined with a statement', {hint: 'omit one of them'});
	if (sql !== undefined && sql !== '-') return sql;
	if (sqlFile !== undefined) return (await disk.reportingAs('read', sqlFile).read(sqlFile)).toString();
	if (context.questionFolder !== undefined) throw createMissingError();
	return readText(stdin.chunks());
}

function openHistory({history}: Query, context: Context) {
	if (history === undefined && context.questionFolder !== undefined)
		throw new CliError('usage', 'a question that reads results needs --history', {
			hint: 'add --history usagectl-history',
		});
	return openSaved({history, file: undefined, set: []}, context);
}

/** A profile with a cluster does not redirect queries; a question asks the cluster with `on: cluster`. */
function chooseCluster({archive}: Query, context: Context) {
	const isChosen = context.questionFolder !== undefined || context.settings.values.engine?.origin === 'flag';
	return isChosen ? findCluster(context, archive) : undefined;
}

function runStatement(options: Query, sql: string, context: Context): Promise<Outcome> {
	const {properties, filter, explain} = options;
	const products = getTypedProducts(options, context);
	const history = async () => openHistory(options, context);
	// The folder of the profile is outside the folder of a question file.
	const archives = context.questionFolder === undefined ? context.globals.archive : options.archive;
	const request = {sql, archives, products, history, clients: {properties, filter}};
	const cluster = chooseCluster(options, context);
	if (cluster && products.length > 0)
		throw new CliError('usage', '--product cannot be combined with --engine', {
			hint: 'add a condition to the statement: WHERE product = …',
		});
	if (explain) return explainSql(request, context);
	return querySql(request, {kind: 'exceptions', cluster}, context);
}

export const command = defineCommand({
	description:
		'Runs one SQL statement (DuckDB dialect) over views of crash reports, custom events, license keys, installations, saved results and the rows of reports. ' +
		'A statement can join views; it cannot write, or read anything else. A view is read or requested only if the statement names it; `--tables` lists the views. ' +
		'With --engine, the statement is sent to the engine unchanged; only the tables `exceptions` and `events` exist there. See `usagectl help query`.',
	examples,
	isQuestion: true,
	chart: {title: 'Query'},
	takes: ['service', 'connection', 'password', 'today', 'tz', 'rows', 'charts', 'page', 'strict'],
	flags,
	args: [
		{
			name: '[sql]',
			summary: 'One SQL statement; - reads it from stdin. Without one, a terminal shows a prompt',
			complete: 'sql',
		},
	],
	run: async (options, [sql], context) => {
		if (options.tables) return {dataset: await listViews(context)};
		if (options.schema !== undefined) return {dataset: await describeView(options.schema, context)};
		const {stdin, stderr} = context.terminal;
		if (sql !== undefined || options.sqlFile !== undefined || context.questionFolder !== undefined || !stdin.isTTY)
			return runStatement(options, await readSql(options, sql, context), context);
		if (!context.globals.input || !stderr.isTTY) throw createMissingError();
		await promptSql(context);
		return {};
	},
});
