import {readCrashGroups} from '../../archive/crashes/crash-groups.ts';
import {type CountedField, countByField, countedFields, type FieldCount} from '../../archive/crashes/field-counts.ts';
import {readRecordDays} from '../../archive/crashes/group-counts.ts';
import {describeDays, explainStart} from '../../archive/crashes/record-days.ts';
import type {LogKind} from '../../archive/log-kinds.ts';
import type {Context, Outcome} from '../../cli/definition/command.ts';
import {optional, withDefault} from '../../cli/definition/flag.ts';
import {choice} from '../../cli/definition/flag-values.ts';
import {nullLabel} from '../../contract/rules/segment-rules.ts';
import {CliError} from '../../errors.ts';
import {type Column, dataset, type Row} from '../../output/dataset.ts';
import {lowerCaseWords} from '../../text/wording.ts';
import {askRecords, describeNone} from './ask-records.ts';
import type {Days} from './file-flags.ts';

/** The table of `top --by`. */

const fieldTitles: Readonly<Record<CountedField, string>> = {
	clientId: 'Client ID',
	version: 'Version',
	os: 'OS Type',
	country: 'Country',
	data: 'Value',
};

export type FieldChoice = {readonly field: CountedField; readonly dataKey?: string};

/** Parses a field, or `data.KEY`. */
const parseField =
	(kind: LogKind) =>
	(value: string): FieldChoice => {
		const [, dataKey] = /^data\.(.+)$/s.exec(value) ?? [];
		if (kind === 'events' && dataKey !== undefined) return {field: 'data', dataKey};
		return {field: choice(countedFields)(value)};
	};

const summaries: Readonly<Record<LogKind, string>> = {
	exceptions: 'Count by clientId, version, os or country instead',
	events:
		'Count by clientId, version, os, country, or data.KEY (a key of event.data; data without keys counts as a whole) instead',
};

export const createByFlag = (kind: LogKind) =>
	optional({
		flags: '--by <field>',
		summary: summaries[kind],
		parse: parseField(kind),
		choices: [...countedFields, ...(kind === 'events' ? ['data.'] : [])],
	});

const isNumber = (text: string) => String(Number(text)) === text;

const getCountColumns = (kind: LogKind): readonly Column[] =>
	kind === 'exceptions'
		? [
				{key: 'count', title: 'Reports', kind: 'count', layout: {priority: 1}},
				{key: 'share', title: 'Share %', kind: 'percent', unit: '%'},
				{key: 'installations', title: 'Installations', kind: 'count'},
				{key: 'groups', title: 'Crash groups', kind: 'count'},
			]
		: [
				{key: 'count', title: 'Records', kind: 'count', layout: {priority: 1}},
				{key: 'share', title: 'Share %', kind: 'percent', unit: '%'},
				{key: 'installations', title: 'Installations', kind: 'count'},
			];

export const getFieldColumns = (
	kind: LogKind,
	{field, dataKey, isNumber = false}: FieldChoice & {readonly isNumber?: boolean},
): readonly Column[] => [
	{key: field, title: dataKey ?? fieldTitles[field], kind: isNumber ? 'number' : 'label', layout: {priority: 1}},
	...getCountColumns(kind),
	{key: 'firstDay', title: 'First day', kind: 'date', layout: {priority: 3}},
	{key: 'lastDay', title: 'Last day', kind: 'date', layout: {priority: 3}},
];

function toFieldRows(counts: readonly FieldCount[], hasNumbers: boolean): readonly Row[] {
	const total = counts.reduce((sum, {count}) => sum + count, 0);
	const none = hasNumbers ? null : nullLabel;
	return counts.map(({value, count, installations, groups, firstDay, lastDay}) => [
		value === '' ? none : hasNumbers ? Number(value) : value,
		count,
		Math.round((10_000 * count) / total) / 100,
		installations,
		...(groups === undefined ? [] : [groups]),
		firstDay,
		lastDay,
	]);
}

const sortFigures = ['count', 'installations'] as const;
type Sorted = (typeof sortFigures)[number];
export const sortFlag = withDefault({
	flags: '--sort <figure>',
	summary: 'Figure to sort by, largest first',
	parse: choice(sortFigures),
	choices: sortFigures,
	default: 'count',
});

export const sortBy = <Counts extends Readonly<Record<Sorted, number>>>(figure: Sorted, all: readonly Counts[]) =>
	all.toSorted((one, other) => other[figure] - one[figure]);

/** Throws CliError (usage). */
export function validateBy({
	by,
	mark,
	failOn,
}: Readonly<Record<'mark' | 'failOn', readonly string[]>> & {readonly by: FieldChoice | undefined}): void {
	const marks = [...(mark.length > 0 ? ['--mark'] : []), ...(failOn.length > 0 ? ['--fail-on'] : [])];
	if (by === undefined || marks.length === 0) return;
	throw new CliError('usage', `--by cannot be combined with ${marks.join(' and ')}: only groups have marks`, {
		hint: 'omit --by',
	});
}

export async function countField(
	request: Parameters<typeof askRecords>[0],
	{
		by,
		period,
		sort,
		title,
	}: {readonly by: FieldChoice; readonly period: Days; readonly sort: Sorted; readonly title: string},
	context: Context,
): Promise<Outcome> {
	const {kind} = request;
	const {counts, days} = await askRecords(request, context, async records => ({
		counts: await countByField(records, await readCrashGroups(records), {field: by.field, period}),
		days: await readRecordDays(records, period),
	}));
	await explainStart(kind, days, {...context, since: period.since});
	const values = counts.map(({value}) => value).filter(value => value !== '');
	const hasNumbers = by.dataKey !== undefined && values.length > 0 && values.every(isNumber);
	if (counts.length === 0) await context.footnote(describeNone(request, period), 'empty');
	return {
		dataset: {
			...dataset(getFieldColumns(kind, {...by, isNumber: hasNumbers}), toFieldRows(sortBy(sort, counts), hasNumbers), {
				title: `${describeDays(title, days, period.since)}, by ${by.dataKey ?? lowerCaseWords(fieldTitles[by.field])}`,
			}),
			range: period.named,
		},
	};
}
