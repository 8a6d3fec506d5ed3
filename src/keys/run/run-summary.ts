import type {Cell, Column, Row} from '../../output/dataset.ts';
import {counted, printCount} from '../../text/wording.ts';
import type {PlanCounts} from '../plan/plan-row.ts';
import {type RunHeader, type RunState, type RunTotals, zeroTotals} from './journal.ts';
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

const textColumn = (key: string, title: string, face: Pick<Column, 'layout'> = {}): Column => ({
	key,
	title,
	kind: 'text',
	...face,
});
const countColumn = (key: string, title: string): Column => ({key, title, kind: 'count'});

const summaryTable = {
	run: [textColumn('run', 'Import'), ({run}) => run],
	state: [textColumn('state', 'State', {layout: {minWidth: 10}}), ({state}) => state],
	rows: [countColumn('rows', 'Rows'), ({counts}) => counts.rows],
	accepted: [countColumn('accepted', 'Accepted'), ({totals}) => totals.accepted],
	inserted: [countColumn('inserted', 'Inserted'), ({totals}) => totals.inserted],
	updated: [countColumn('updated', 'Updated'), ({totals}) => totals.updated],
	same: [countColumn('same', 'Unchanged'), ({counts}) => counts.same],
	rejected: [countColumn('rejected', 'Rejected'), ({totals}) => totals.rejected],
	altered: [countColumn('altered', 'Altered'), ({totals}) => totals.altered],
	unknown: [countColumn('unknown', 'Unknown'), ({totals}) => totals.unknown],
	left: [countColumn('left', 'Left out'), ({counts}) => counts.edited + counts.invalid],
} as const satisfies Record<string, ColumnOf<Summary>>;

const summaryCells: readonly ColumnOf<Summary>[] = Object.values(summaryTable);
export const summaryColumns: readonly Column[] = columnsOf(summaryCells);
export const toSummaryRow = (summary: Summary): Row => rowOf(summaryCells, summary);

export type ListedRun = Run & {readonly summary: Summary; readonly bytes: number};

const summaryCell = (name: keyof typeof summaryTable): ColumnOf<ListedRun> => {
	const [column, cell] = summaryTable[name];
	return [column, ({summary}) => cell(summary)];
};
const headerCell = (column: Column, cell: (header: RunHeader) => Cell): ColumnOf<ListedRun> => [
	column,
	({state}) => cell(state.header),
];

/** The most useful columns come first: they fit into a terminal of 80 columns. */
const runCells: readonly ColumnOf<ListedRun>[] = [
	...(['run', 'state'] as const).map(summaryCell),
	headerCell(textColumn('file', 'File', {layout: {minWidth: 16, cut: 'start'}}), ({command, file}) =>
		command === 'update' ? file : null,
	),
	...(['rows', 'accepted', 'rejected'] as const).map(summaryCell),
	headerCell({key: 'started', title: 'Started', kind: 'date', storedAs: 'TIMESTAMP'}, ({started}) =>
		started.replace(/\.\d+/, ''),
	),
	headerCell(textColumn('command', 'Command'), ({command}) => command),
	headerCell(textColumn('product', 'Product'), ({product}) => product),
	...(['left', 'altered', 'unknown', 'inserted', 'updated', 'same'] as const).map(summaryCell),
	[{...countColumn('bytes', 'Bytes'), unit: 'bytes'}, ({bytes}) => bytes],
	headerCell(textColumn('undoes', 'Undoes'), ({undoes = null}) => undoes),
];
export const runColumns: readonly Column[] = columnsOf(runCells);
export const toRunRow = (run: ListedRun): Row => rowOf(runCells, run);

const printIfAny = (count: number, what: string) => (count > 0 ? [`${printCount(count)} ${what}`] : []);

export function printSummary({state, counts, totals}: Summary): string {
	const {accepted, inserted, updated, rejected, altered, unknown} = totals;
	const sent = accepted + rejected + altered + unknown;
	const left = [
		...printIfAny(counts.same, 'unchanged'),
		...printIfAny(counts.merged, counts.merged === 1 ? 'duplicate' : 'duplicates'),
		...printIfAny(counts.edited + counts.invalid, 'left out'),
	];
	if (state === 'not sent') return `${['Nothing was sent', ...left].join(', ').replace(',', ':')}.`;
	const done = [
		...printIfAny(inserted, 'inserted'),
		...printIfAny(updated, 'updated'),
		...printIfAny(accepted - inserted - updated, 'accepted'),
		rejected > 0 ? `${printCount(rejected)} rejected` : 'none rejected',
		...printIfAny(altered, 'changed by the service'),
		...printIfAny(unknown, 'unknown'),
	];
	const notSent = left.length > 0 ? ` Not sent: ${left.join(', ')}.` : '';
	return `Sent ${counted(sent, 'key')}: ${done.join(', ')}.${notSent}`;
}

export const summarizeRun = ({header, totals, end}: RunState, undone = false): Summary => ({
	run: header.run,
	state: undone ? 'undone' : (end ?? 'unfinished'),
	counts: header.counts,
	totals,
});

export const summarizeUnsent = (counts: Summary['counts']): Summary => ({
	run: null,
	state: 'not sent',
	counts,
	totals: zeroTotals,
});
