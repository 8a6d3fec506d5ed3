import type {Cell, Column, Row} from '../../output/dataset.ts';
import {counted, printCount} from '../../text/wording.ts';
import type {PlanCounts} from '../plan/plan-row.ts';
import {noTotals, type RunHeader, type RunState, type RunTotals} from './journal.ts';
import type {Run} from './run-folder.ts';

export type Summary = {
	readonly run: string | null;
	readonly state: 'finished' | 'unfinished' | 'dropped' | 'undone' | 'not sent';
	readonly counts: Pick<PlanCounts, 'rows' | 'same' | 'edited' | 'invalid' | 'merged'>;
	readonly totals: RunTotals;
};

type ColumnOf<T> = readonly [column: Column, cell: (of: T) => Cell];
const columnsOf = <T>(table: readonly ColumnOf<T>[]) => table.map(([column]) => column);
const rowOf = <T>(table: readonly ColumnOf<T>[], of: T): Row => table.map(([, cell]) => cell(of));

const text = (key: string, title: string, face: Pick<Column, 'layout'> = {}): Column => ({
	key,
	title,
	kind: 'text',
	...face,
});
const count = (key: string, title: string): Column => ({key, title, kind: 'count'});

const summaryTable = {
	run: [text('run', 'Import'), ({run}) => run],
	state: [text('state', 'State', {layout: {minWidth: 10}}), ({state}) => state],
	rows: [count('rows', 'Rows'), ({counts}) => counts.rows],
	accepted: [count('accepted', 'Accepted'), ({totals}) => totals.accepted],
	inserted: [count('inserted', 'Inserted'), ({totals}) => totals.inserted],
	updated: [count('updated', 'Updated'), ({totals}) => totals.updated],
	same: [count('same', 'Unchanged'), ({counts}) => counts.same],
	rejected: [count('rejected', 'Rejected'), ({totals}) => totals.rejected],
	altered: [count('altered', 'Altered'), ({totals}) => totals.altered],
	unknown: [count('unknown', 'Unknown'), ({totals}) => totals.unknown],
	left: [count('left', 'Left out'), ({counts}) => counts.edited + counts.invalid],
} as const satisfies Record<string, ColumnOf<Summary>>;

const summaryCells: readonly ColumnOf<Summary>[] = Object.values(summaryTable);
export const summaryColumns: readonly Column[] = columnsOf(summaryCells);
export const toSummaryRow = (summary: Summary): Row => rowOf(summaryCells, summary);

export type ListedRun = Run & {readonly summary: Summary; readonly bytes: number};

const ofSummary = (name: keyof typeof summaryTable): ColumnOf<ListedRun> => {
	const [column, cell] = summaryTable[name];
	return [column, ({summary}) => cell(summary)];
};
const header = (column: Column, cell: (header: RunHeader) => Cell): ColumnOf<ListedRun> => [
	column,
	({state}) => cell(state.header),
];

/** The most useful columns come first: they fit into a terminal of 80 columns. */
const runCells: readonly ColumnOf<ListedRun>[] = [
	...(['run', 'state'] as const).map(ofSummary),
	header(text('file', 'File', {layout: {minWidth: 16, cut: 'start'}}), ({command, file}) =>
		command === 'update' ? file : null,
	),
	...(['rows', 'accepted', 'rejected'] as const).map(ofSummary),
	header({key: 'started', title: 'Started', kind: 'date'}, ({started}) => started.replace(/\.\d+/, '')),
	header(text('command', 'Command'), ({command}) => command),
	header(text('product', 'Product'), ({product}) => product),
	...(['left', 'altered', 'unknown', 'inserted', 'updated', 'same'] as const).map(ofSummary),
	[{...count('bytes', 'Bytes'), unit: 'bytes'}, ({bytes}) => bytes],
	header(text('undoes', 'Undoes'), ({undoes = null}) => undoes),
];
export const runColumns: readonly Column[] = columnsOf(runCells);
export const toRunRow = (run: ListedRun): Row => rowOf(runCells, run);

const countIf = (count: number, what: string) => (count > 0 ? [`${printCount(count)} ${what}`] : []);

export function printSummary({state, counts, totals}: Summary): string {
	const {accepted, inserted, updated, rejected, altered, unknown} = totals;
	const sent = accepted + rejected + altered + unknown;
	const left = [
		...countIf(counts.same, 'unchanged'),
		...countIf(counts.merged, 'merged'),
		...countIf(counts.edited + counts.invalid, 'left out'),
	];
	if (state === 'not sent') return `${['Nothing was sent', ...left].join(', ').replace(',', ':')}.`;
	const done = [
		...countIf(inserted, 'inserted'),
		...countIf(updated, 'updated'),
		...countIf(accepted - inserted - updated, 'accepted'),
		rejected > 0 ? `${printCount(rejected)} rejected` : 'none rejected',
		...countIf(altered, 'changed by the service'),
		...countIf(unknown, 'unknown'),
	];
	return `Sent ${counted(sent, 'key')}: ${[...done, ...left].join(', ')}.`;
}

export const summarize = ({header, totals, end}: RunState, undone = false): Summary => ({
	run: header.run,
	state: undone ? 'undone' : (end ?? 'unfinished'),
	counts: header.counts,
	totals,
});

export const notSent = (counts: Summary['counts']): Summary => ({
	run: null,
	state: 'not sent',
	counts,
	totals: noTotals,
});
