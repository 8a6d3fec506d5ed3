import {dayText} from '../../../calendar.ts';
import type {ClientStatus} from '../../../contract/request-words.ts';
import type {Level} from '../../../contract/segment-schemas.ts';
import {groupBy} from '../../../text/group-by.ts';
import type {SandboxOptions} from '../../options/option-table.ts';
import {compareLabels} from '../label-order.ts';
import type {CurrentQuery} from './current-counts.ts';

/** The layouts of the generic reports (docs/service.md#current-layout). */

type Counts = Readonly<Record<ClientStatus, number>>;

/** Labels below the depth of the segment are null. */
export type CountRow = Counts & {
	readonly label1: string | null;
	readonly label2: string | null;
	readonly label3: string | null;
};
export type DatedRow = Counts & {readonly date: number; readonly label1: string | null};

export type Layout = {
	readonly levels: readonly Level[];
	readonly report: CurrentQuery;
	readonly options: SandboxOptions;
};
type Results = ReadonlyMap<string, unknown>;

const labelNames = ['label1', 'label2', 'label3'] as const;

const getTotals = (row: Counts | undefined, {report}: Layout): ReadonlyMap<string, number> =>
	new Map(report.statuses.map(status => [status, row?.[status] ?? 0]));

function sortLabels(rows: ReadonlyMap<string, Counts>, depth: number, {levels, report}: Layout): readonly string[] {
	const {sort = 'alpha', sortDirection = 'asc'} = levels[depth] ?? {};
	const sign = sortDirection === 'desc' ? -1 : 1;
	const labels = [...new Set([...rows.keys(), ...(report.levels[depth]?.named ?? [])])];
	if (sort === 'alpha') return labels.sort((left, right) => sign * compareLabels(left, right));
	const count = (label: string) => rows.get(label)?.[sort] ?? 0;
	return labels.sort((left, right) => sign * (count(left) - count(right)) || compareLabels(left, right));
}

function nest(rows: readonly CountRow[], depth: number, layout: Layout): Results {
	const name = labelNames[depth] as 'label1';
	const below = labelNames[depth + 1];
	const isOwn = (row: CountRow) => below === undefined || (row[below] ?? null) === null;
	const own = new Map(rows.filter(isOwn).map(row => [row[name] ?? '', row]));
	const deeper = groupBy(
		rows.filter(row => !isOwn(row)),
		row => row[name],
	);
	const segment = (label: string): Results => {
		const totals = ['totals', getTotals(own.get(label), layout)] as const;
		if (depth + 1 === layout.levels.length) return new Map<string, unknown>([totals]);
		return new Map<string, unknown>([totals, [`level${depth + 2}`, nest(deeper.get(label) ?? [], depth + 1, layout)]]);
	};
	return new Map(sortLabels(own, depth, layout).map(label => [label, segment(label)]));
}

/** Without a date split, returns nested segments under `level1`, or only the totals. */
export function nestedResults(rows: readonly CountRow[], layout: Layout): Results {
	if (layout.levels.length > 0) return new Map([['level1', nest(rows, 0, layout)]]);
	const totals = getTotals(rows[0], layout);
	return layout.options['bare-totals'] === 'bare' ? totals : new Map([['totals', totals]]);
}

const total = (rows: readonly Counts[], {report}: Layout): Counts =>
	Object.fromEntries(
		report.statuses.map(status => [status, rows.reduce((sum, row) => sum + row[status], 0)]),
	) as Counts;

/** With a date split, returns segments inside dates, or dates inside segments. */
export function datedResults(rows: readonly DatedRow[], firsts: readonly number[], layout: Layout): Results {
	const {levels, options} = layout;
	const byDate = groupBy(rows, ({date}) => date);
	const days = firsts.filter(day => options['empty-dates'] === 'present' || byDate.has(day));
	const cells = new Map(rows.map(row => [`${row.date} ${row.label1 ?? ''}`, row]));
	const totals = (day: number, label: string) => getTotals(cells.get(`${day} ${label}`), layout);
	if (levels.length === 0) return new Map(days.map(day => [dayText(day), totals(day, '')]));
	const whole = [...groupBy(rows, row => row.label1 ?? '')].map(([label, own]) => [label, total(own, layout)] as const);
	const labels = sortLabels(new Map(whole), 0, layout);
	if (options['dated-level'] === 'level-first') {
		const dates = (label: string) => new Map(days.map(day => [dayText(day), totals(day, label)]));
		return new Map([['level1', new Map(labels.map(label => [label, dates(label)]))]]);
	}
	const segments = (day: number) => new Map(labels.map(label => [label, new Map([['totals', totals(day, label)]])]));
	return new Map(days.map(day => [dayText(day), new Map([['level1', segments(day)]])]));
}
