import type {Column, Row} from '../output/dataset.ts';
import {noTotals, type RunState, type RunTotals} from './journal.ts';
import type {PlanCounts} from './plan.ts';

/** What a run came to, in one row: the same after an upload and in the list of runs. */
export type Summary = {
	readonly run: string | null;
	readonly state: 'finished' | 'unfinished' | 'dropped' | 'undone' | 'not sent' | 'damaged';
	readonly started: string | null;
	readonly product: number | null;
	readonly file: string | null;
	readonly counts: Pick<PlanCounts, 'rows' | 'same' | 'edited' | 'invalid' | 'merged'>;
	readonly totals: RunTotals;
};

const count = (key: string, title: string): Column => ({key, title, kind: 'count'});

export const summaryColumns: readonly Column[] = [
	{key: 'run', title: 'Run', kind: 'text'},
	{key: 'state', title: 'State', kind: 'text'},
	count('rows', 'Rows'),
	count('accepted', 'Accepted'),
	count('inserted', 'Inserted'),
	count('updated', 'Updated'),
	count('same', 'Same'),
	count('rejected', 'Rejected'),
	count('altered', 'Altered'),
	count('unknown', 'Unknown'),
	count('left', 'Left out'),
];

/** In the list of runs a row also says which upload it was; what tells most stands where a narrow terminal shows it. */
export const runColumns: readonly Column[] = [
	...summaryColumns.slice(0, 4),
	{key: 'product', title: 'Product', kind: 'text'},
	{key: 'file', title: 'File', kind: 'text'},
	{key: 'started', title: 'Started', kind: 'date'},
	...summaryColumns.slice(4),
];

export const toSummaryRow = ({run, state, counts, totals}: Summary): Row => [
	run,
	state,
	counts.rows,
	totals.accepted,
	totals.inserted,
	totals.updated,
	counts.same,
	totals.rejected,
	totals.altered,
	totals.unknown,
	counts.edited + counts.invalid,
];

export function toRunRow(summary: Summary): Row {
	const row = toSummaryRow(summary);
	return [...row.slice(0, 4), summary.product, summary.file, summary.started, ...row.slice(4)];
}

/** The summary of a run as its journal tells it. */
export const summarize = ({header, totals, end}: RunState, undone = false): Summary => ({
	run: header.run,
	state: undone ? 'undone' : (end ?? 'unfinished'),
	started: header.started,
	product: header.product,
	file: header.file,
	counts: header.counts,
	totals,
});

/** The summary of what was not sent. */
export const notSent = (counts: Summary['counts']): Summary => ({
	run: null,
	state: 'not sent',
	started: null,
	product: null,
	file: null,
	counts,
	totals: noTotals,
});
