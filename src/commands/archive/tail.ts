import {followLog, type LogRecord} from '../../archive/download/follow-log.ts';
import type {fileSources} from '../../archive/download/log-file.ts';
import {type LogKind, logKinds} from '../../archive/log-kinds.ts';
import {type Context, defineCommand, type Outcome} from '../../cli/definition/command.ts';
import {Expected, type Options, toggle, withDefault} from '../../cli/definition/flag.ts';
import {duration, integer} from '../../cli/definition/flag-values.ts';
import {requestGroups} from '../../cli/definition/globals.ts';
import type {Output} from '../../contract/operations/endpoint.ts';
import {CliError} from '../../errors.ts';
import type {ColumnLayout} from '../../output/column-layout.ts';
import {type Column, dataset} from '../../output/dataset.ts';

const minIntervalMs = 2000;
/** Records per request with --follow; a higher rate makes it request more. */
const minCount = 50;

const flagsOf = (nouns: string) => ({
	lines: withDefault({
		flags: '-n, --lines <n>',
		summary: `Show the n latest ${nouns}`,
		parse: integer({min: 0}),
		default: '20',
	}),
	follow: toggle({flags: '-f, --follow', summary: `Print new ${nouns} as they arrive`}),
	interval: withDefault({
		flags: '--interval <time>',
		summary: 'With --follow, time between requests, 2s or more',
		parse: value => {
			const interval = duration(value);
			if (interval < minIntervalMs) throw new Expected('2s or more');
			return interval;
		},
		default: '5s',
	}),
});

type Answer = Output<(typeof fileSources)[LogKind]['lastLines']>;

const shownColumns: Readonly<Record<LogKind, Readonly<Record<string, ColumnLayout>>>> = {
	exceptions: {
		timestamp: {priority: 1, minWidth: 19},
		prodVersion: {},
		'exception.class': {priority: 1, minWidth: 24, cut: 'start'},
		'exception.method': {priority: 1, minWidth: 24, cut: 'start'},
		'exception.message': {priority: 3, minWidth: 18, cut: 'lines'},
	},
	events: {
		timestamp: {priority: 1, minWidth: 19},
		prodVersion: {},
		'event.category': {minWidth: 10},
		'event.name': {priority: 1, minWidth: 14},
		'event.data': {minWidth: 14, cut: 'lines'},
	},
};

/** Returns the keys of `fieldNames` in their order, then those that only records have (docs/service.md#last-lines). */
function getColumns({fieldNames, results}: Answer, kind: LogKind): readonly Column[] {
	const keys = [...new Set([...Object.keys(fieldNames), ...results.flatMap(line => Object.keys(line))])];
	const shown = new Map(Object.entries(shownColumns[kind]));
	// If the service has other keys, all of them are shown.
	const isKnown = keys.some(key => shown.has(key));
	return keys.map(key => {
		const layout = shown.get(key);
		return {
			key,
			title: fieldNames[key] ?? key,
			kind: 'text',
			hiddenByDefault: isKnown && !layout,
			...(layout && {layout}),
		};
	});
}

const toLine = (columns: readonly Column[], line: Answer['results'][number]): LogRecord =>
	columns.map(({key}) => line[key] ?? null);

/** Tests whether the first record is the newest; the order is undocumented. */
function isNewestFirst(results: Answer['results']) {
	const [first, last] = [results[0]?.timestamp, results.at(-1)?.timestamp];
	return typeof first === 'string' && typeof last === 'string' && first > last;
}
const oldestFirst = (results: Answer['results']) => (isNewestFirst(results) ? results.toReversed() : results);

async function followLines(
	first: Answer,
	{lines, interval}: Pick<Options<ReturnType<typeof flagsOf>>, 'lines' | 'interval'>,
	{readNewest, context, kind}: FollowContext,
): Promise<Outcome> {
	const columns = getColumns(first, kind);
	const known = new Set(columns.map(({key}) => key));
	const read = async (count: number) => {
		const {results} = await readNewest(count);
		const added = results.flatMap(line => Object.keys(line)).find(key => !known.has(key));
		if (added !== undefined) {
			known.add(added);
			await context.note(`new column ${added}; restart the command to show it`);
		}
		return oldestFirst(results).map(line => toLine(columns, line));
	};
	const start = oldestFirst(first.results).map(line => toLine(columns, line));
	const onGap = () => context.caveat('records may be missing here: more arrived than one request returns');
	async function* blocks() {
		yield lines === 0 ? [] : start.slice(-lines);
		const {clock, signal} = context;
		yield* followLog(start, {
			readNewest: read,
			clock,
			signal,
			intervalMs: interval,
			count: Math.max(lines, minCount),
			onGap,
		});
	}
	return {dataset: {columns, blocks: blocks(), live: true}};
}
type FollowContext = {
	readonly readNewest: (count: number) => Promise<Answer>;
	readonly context: Context;
	readonly kind: LogKind;
};

export const createCommand = (kind: LogKind) =>
	defineCommand({
		description:
			`Shows the latest ${logKinds[kind].records}. A table shows the main columns; the other formats have all columns, ` +
			'and --fields can name any of them. With --follow, prints new ones as they arrive, each once, oldest first; a note says if some may be missing.',
		examples: [
			{
				line: `usagectl ${kind} tail -n 5`,
				caption: `the five latest ${logKinds[kind].records}`,
			},
			{line: `usagectl ${kind} tail -n 100 -o ndjson`, caption: 'the latest hundred as NDJSON, for a script'},
		],
		takes: [...requestGroups, 'rows', 'strict'],
		flags: flagsOf(logKinds[kind].records),
		product: 'many',
		run: async (options, _args, context) => {
			// --limit keeps the latest records, not the first.
			const lines = Math.min(options.lines, context.globals.limit ?? options.lines);
			if (options.follow && context.globals.products.length > 1)
				throw new CliError('usage', '--follow takes one product', {hint: 'give -p once'});
			if (lines === 0 && !options.follow)
				throw new CliError('usage', '-n 0 needs --follow', {hint: 'use -n 1 or more'});
			const {fileSources} = await import('../../archive/download/log-file.ts');
			const {lastLines} = fileSources[kind];
			const client = await context.connect();
			const {signal} = context;
			const readNewest = (lineCount: number) => client.call(lastLines, {lineCount}, {signal});
			if (options.follow)
				return followLines(
					await readNewest(Math.max(lines, minCount)),
					{...options, lines},
					{readNewest, context, kind},
				);
			const answer = await readNewest(lines);
			const columns = getColumns(answer, kind);
			return {
				dataset: dataset(
					columns,
					answer.results.map(line => toLine(columns, line)),
				),
			};
		},
	});
