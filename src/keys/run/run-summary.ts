import type {Cell, Column, Row} from '../../output/dataset.ts';
import {counted, printCount} from '../../text/wording.ts';
import type {PlanCounts} from '../plan/plan-row.ts';
import type {KeyChange} from '../rows/key-change.ts';
import {keyFields, printField} from '../rows/upload-columns.ts';
import {type RunHeader, type RunState, type RunTotals, zeroTotals} from './journal.ts';
import type {Run} from './run-folder.ts';

export type Summary = {
	readonly run: string | null;
	readonly state: 'finished' | 'unfinished' | 'dropped' | 'undone' | 'not sent';
	readonly counts: Pick<PlanCounts, 'rows' | 'same' | 'edited' | 'invalid' | 'merged'>;
	readonly totals: RunTotals;
	readonly command?: RunHeader['command'];
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

/** The rows of the file that were not sent, or whose result is not known yet. */
const countUnsent = ({counts, totals}: Summary) =>
	counts.rows -
	(totals.accepted + totals.rejected + totals.altered + totals.unknown) -
	(counts.same + counts.merged + counts.edited + counts.invalid);

/** `rows` is the sum of all other counts but `inserted` and `updated`, which are parts of `accepted`. */
const summaryTable = {
	run: [textColumn('run', 'Import'), ({run}) => run],
	state: [textColumn('state', 'State', {layout: {priority: 0, minWidth: 10}}), ({state}) => state],
	rows: [countColumn('rows', 'Rows'), ({counts}) => counts.rows],
	accepted: [countColumn('accepted', 'Accepted'), ({totals}) => totals.accepted],
	inserted: [countColumn('inserted', 'Inserted'), ({totals}) => totals.inserted],
	updated: [countColumn('updated', 'Updated'), ({totals}) => totals.updated],
	same: [countColumn('same', 'Unchanged'), ({counts}) => counts.same],
	rejected: [countColumn('rejected', 'Rejected'), ({totals}) => totals.rejected],
	altered: [countColumn('altered', 'Altered'), ({totals}) => totals.altered],
	unknown: [countColumn('unknown', 'Unknown'), ({totals}) => totals.unknown],
	duplicates: [countColumn('duplicates', 'Duplicates'), ({counts}) => counts.merged],
	left: [countColumn('left', 'Left out'), ({counts}) => counts.edited + counts.invalid],
	unsent: [countColumn('unsent', 'Not sent'), countUnsent],
} as const satisfies Record<string, ColumnOf<Summary>>;

const summaryCells: readonly ColumnOf<Summary>[] = Object.values(summaryTable);
export const summaryColumns: readonly Column[] = columnsOf(summaryCells);
export const toSummaryRow = (summary: Summary): Row => rowOf(summaryCells, summary);

/** The options of a run of `keys set` with a filter, or that changes values relatively. */
type StoredChange = Partial<KeyChange> & {readonly filter?: readonly string[]};

export type ListedRun = Run & {readonly summary: Summary; readonly bytes: number};

const summaryCell = (name: keyof typeof summaryTable, face: Partial<Column> = {}): ColumnOf<ListedRun> => {
	const [column, cell] = summaryTable[name];
	return [{...column, ...face}, ({summary}) => cell(summary)];
};
const headerCell = (column: Column, cell: (header: RunHeader) => Cell): ColumnOf<ListedRun> => [
	column,
	({state}) => cell(state.header),
];

/** Returns the file of an import, or what `keys set` or `keys undo` changed, as far as the journal says. */
export function describeSource({command, file, options}: RunHeader): string {
	if (command === 'update') return file;
	if (command === 'undo') return 'keys undo';
	const {filter = [], expiryShift, quotaShift, fields = {}}: StoredChange = JSON.parse(options || '{}');
	const changes = [
		expiryShift && `expiryDate ${expiryShift}`,
		quotaShift && `installQuota +${quotaShift}`,
		...keyFields.map(column => {
			const value = printField(column, {licenseKey: '', ...fields});
			return value === undefined ? '' : `${column.name} ${value || "''"}`;
		}),
	].filter(Boolean);
	const where = filter.length > 0 ? ` --filter '${filter.join(' and ')}'` : '';
	return `keys set${where}${changes.length > 0 ? `: ${changes.join(', ')}` : ''}`;
}

/** In a terminal of 80 columns the counts, whose sum is the file, go before the file's name. */
const runCells: readonly ColumnOf<ListedRun>[] = [
	...(['run', 'state'] as const).map(name => summaryCell(name)),
	headerCell(textColumn('source', 'Source', {layout: {minWidth: 10, cut: 'start'}}), describeSource),
	...(['rows', 'accepted', 'rejected'] as const).map(name => summaryCell(name, {layout: {priority: 1}})),
	...(['same', 'duplicates', 'left', 'altered', 'unknown', 'unsent'] as const).map(name =>
		summaryCell(name, {hiddenWhenZero: true, layout: {priority: 1}}),
	),
	headerCell({key: 'started', title: 'Started', kind: 'date', storedAs: 'TIMESTAMP'}, ({started}) =>
		started.replace(/\.\d+/, ''),
	),
	headerCell(textColumn('command', 'Command'), ({command}) => command),
	headerCell(textColumn('product', 'Product'), ({product}) => product),
	...(['inserted', 'updated'] as const).map(name => summaryCell(name)),
	[{...countColumn('bytes', 'Bytes'), unit: 'bytes'}, ({bytes}) => bytes],
	headerCell(textColumn('undoes', 'Undoes'), ({undoes = null}) => undoes),
];
export const runColumns: readonly Column[] = columnsOf(runCells);
export const toRunRow = (run: ListedRun): Row => rowOf(runCells, run);

const printIfAny = (count: number, what: string) => (count > 0 ? [`${printCount(count)} ${what}`] : []);

export function printSummary({state, counts, totals, command}: Summary): string {
	const {accepted, inserted, updated, rejected, altered, unknown} = totals;
	const sent = accepted + rejected + altered + unknown;
	const left = [
		...printIfAny(counts.same, 'unchanged'),
		...printIfAny(counts.merged, counts.merged === 1 ? 'duplicate' : 'duplicates'),
		...printIfAny(counts.edited + counts.invalid, 'left out'),
	];
	if (state === 'not sent') return `${['Nothing was sent', ...left].join(', ').replace(',', ':')}.`;
	const isUndo = command === 'undo';
	const accepting = [
		...printIfAny(inserted, 'inserted'),
		...printIfAny(updated, 'updated'),
		...printIfAny(accepted - inserted - updated, 'accepted'),
	];
	const done = [
		...(isUndo ? [] : accepting),
		rejected > 0 ? `${printCount(rejected)} rejected` : 'none rejected',
		...printIfAny(altered, 'changed by the service'),
		...printIfAny(unknown, 'unknown'),
	];
	const notSent = left.length > 0 ? ` Not sent: ${left.join(', ')}.` : '';
	const head = isUndo ? `Restored ${counted(accepted, 'key')}` : `Sent ${counted(sent, 'key')}`;
	return `${head}: ${done.join(', ')}.${notSent}`;
}

export const summarizeRun = ({header, totals, end}: RunState, undone = false): Summary => ({
	run: header.run,
	state: undone ? 'undone' : (end ?? 'unfinished'),
	counts: header.counts,
	totals,
	command: header.command,
});

export const summarizeUnsent = (counts: Summary['counts']): Summary => ({
	run: null,
	state: 'not sent',
	counts,
	totals: zeroTotals,
});
