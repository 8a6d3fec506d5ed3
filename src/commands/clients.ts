import {defineCommand} from '../cli/definition/command.ts';
import {type Flag, optional, withDefault} from '../cli/definition/flag.ts';
import {listOf, text} from '../cli/definition/flag-values.ts';
import {requestGroups} from '../cli/definition/globals.ts';
import {filter, rangeFlags} from '../cli/definition/shared-flags.ts';
import {type ClientQuery, readClientPages} from '../client/client-pages.ts';
import {getProperty, type PropertyKind} from '../contract/properties.ts';
import {reportRows, usualStart} from '../contract/reports.ts';
import {CliError, collectErrors} from '../errors.ts';
import type {LanguageContext} from '../language/language-context.ts';
import type {Cell, Column, ColumnKind, Row} from '../output/dataset.ts';
import {keepVisible} from '../output/rows/select-columns.ts';
import {segmentColumn} from '../reports/report-columns.ts';
import {getKnownProduct, readProductProperties, withOwnTitles} from '../reports/request/product-properties.ts';
import {createExpressions, resolveFilters} from '../reports/request/report-expressions.ts';
import {getEnds, resolveRange} from '../reports/request/report-range.ts';
import type {ProductProperties} from '../session/name-cache.ts';
import {nearNames} from '../text/near-names.ts';

const defaults = 'prodVersion,prodEdition,os.version,geography.country,dateInstalled,dateLastSeen';
const withDaily = <F extends Flag>(flag: F): F => ({
	...flag,
	summary: `With --daily, ${flag.summary.replace(/^./, letter => letter.toLowerCase())}`,
});
const dailyRangeFlags = {
	from: withDaily(rangeFlags.from),
	to: withDaily(rangeFlags.to),
	period: withDaily(rangeFlags.period),
};

const flags = {
	filter: {...filter, summary: filter.summary.replace('Count', 'List')},
	properties: withDefault({
		flags: '--properties <names>',
		summary: 'Properties to show, by name or friendly name as in `props list`',
		parse: listOf(text),
		default: defaults,
	}),
	daily: optional({
		flags: '--daily <names>',
		summary:
			'Show a row per installation and day of activity, with the named columns: sessionCount, runtimeMinutes, or properties with their value on that day',
		parse: listOf(text),
	}),
	...dailyRangeFlags,
};

/** Names that only this operation accepts (docs/service.md#newer-clients). */
const ownMembers = /^(?:reachOut|outreach)Deliveries\.(?:auto|manual)$/;

/** Figures that `--daily` accepts besides properties (docs/service.md#newer-clients). */
const dailyFigures = ['sessionCount', 'runtimeMinutes'];

type Language = Omit<LanguageContext, 'today'>;

/** Returns the names that the service uses. Throws CliError (usage) for an unknown name. */
async function resolveNames(words: readonly string[], language: Language, flag = '--properties') {
	const {resolveProperty} = await import('../language/compile-expressions.ts');
	const names = words.map(word => {
		if (ownMembers.test(word)) return word;
		const {property, level} = resolveProperty(word, language, flag);
		return level === undefined ? property : `${property}.${level}`;
	});
	return [...new Set(names)];
}

async function resolveDaily(words: readonly string[], language: Language) {
	const resolve = async (word: string) => {
		if (dailyFigures.includes(word)) return [word];
		return resolveNames([word], language, '--daily').catch((error: unknown) => {
			const near = nearNames(word, dailyFigures);
			if (!(error instanceof CliError) || near.length === 0) throw error;
			throw new CliError(error.kind, error.message, {...error.details, suggest: near, hint: ''});
		});
	};
	return [...new Set((await Promise.all(words.map(resolve))).flat())];
}

const columnKinds: Partial<Record<PropertyKind, ColumnKind>> = {
	number: 'number',
	date: 'date',
	boolean: 'boolean',
	flags: 'boolean',
};

function toColumn(name: string): Column {
	const {kind} = getProperty(name.split('.')[0] ?? name) ?? {};
	const own = kind && columnKinds[kind];
	return {...segmentColumn(name), ...(own && {kind: own})};
}

const toDailyColumn = (name: string): Column =>
	getProperty(name.split('.')[0] ?? name) ? toColumn(name) : {...segmentColumn(name), kind: 'number'};

const idColumn: Column = {key: 'clientId', title: 'Client ID', kind: 'label'};

const getColumns = (
	properties: readonly string[],
	daily: readonly string[] | undefined,
	names: ProductProperties | undefined,
): readonly Column[] => [
	idColumn,
	...withOwnTitles(properties.filter(name => name !== idColumn.key && !daily?.includes(name)).map(toColumn), names),
	...(daily
		? [{key: 'date', title: 'Date', kind: 'date'} as const, ...withOwnTitles(daily.map(toDailyColumn), names)]
		: []),
];

/**
 * Converts a value. An unknown one arrives as `<NULL>` or an empty text, and a figure may arrive as text
 * (docs/service.md#newer-clients).
 */
function toCell(value: unknown, {kind}: Column): Cell {
	if (value === undefined || value === null || value === '' || value === '<NULL>') return null;
	if (kind === 'number' && typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)) return Number(value);
	return value as Cell;
}

export const command = defineCommand({
	description:
		'Lists one row per installation. With --daily, lists one row per installation and day of activity in the range. Rows are written as they arrive, so a list can be of any length. Needs a newer server: an older one rejects the request.',
	examples: [
		{line: "usagectl clients list --filter 'country=AT' --limit 3", caption: 'three installations in Austria'},
		{
			line: "usagectl clients list --filter 'country=AT' --daily sessionCount --from -7d --properties prodVersion --limit 3",
			caption: 'sessions per day of installations in Austria, the first three rows',
		},
	],
	takes: [...requestGroups, 'dates', 'expressions', 'rows', 'strict'],
	flags,
	product: 'many',
	isQuestion: true,
	columns: async ({properties, daily}, names) => {
		const known = await resolveNames(properties, names ?? {}).catch(() => undefined);
		const days = daily && (await resolveDaily(daily, names ?? {}).catch(() => undefined));
		return known && (days || !daily) ? getColumns(known, days, names) : undefined;
	},
	run: async (options, _args, context) => {
		const {daily: words} = options;
		const expressions = createExpressions(reportRows.range, context);
		const [properties, daily, accepted, ends] = await collectErrors(
			[
				() => expressions.resolve(language => resolveNames(options.properties, language)),
				async () => words && expressions.resolve(language => resolveDaily(words, language)),
				() => resolveFilters(options, expressions, context),
				async () => getEnds(options, usualStart, context),
			],
			'see usagectl clients list --help',
		);
		const range = daily ? await resolveRange(ends, context) : undefined;
		const query: ClientQuery = {
			properties,
			globalFilters: accepted.json,
			...(daily && range ? {retDailyData: {startDate: range.first, stopDate: range.last, properties: daily}} : {}),
		};
		const names = await readProductProperties(context, await getKnownProduct(context));
		const all = getColumns(properties, daily, names);
		const isFiltered = (name: string) => (name.split('.')[0] ?? '') in accepted.json;
		const columns = keepVisible(all, all.map(({key}) => key).filter(isFiltered));
		const client = await context.connect();
		type Found = Readonly<Record<string, unknown>> & {
			readonly dailyData?: readonly Readonly<Record<string, unknown>>[];
		};
		const toRow = (found: Readonly<Record<string, unknown>>): Row =>
			columns.map(column => toCell(found[column.key], column));
		async function* blocks(): AsyncGenerator<readonly Row[]> {
			for await (const page of readClientPages(client, query, context.signal))
				yield (page as readonly Found[]).flatMap(({dailyData = [], ...found}) =>
					daily ? dailyData.map(day => toRow({...found, ...day})) : [toRow(found)],
				);
		}
		return {dataset: {columns, blocks: blocks(), ...(range && ends.isNamed ? {range} : {})}};
	},
});
