import type {EventReference} from '../../contract/event-reference.ts';
import type {About} from '../../output/dataset.ts';
import type {Context} from '../command.ts';
import type {Scope} from './honesty.ts';
import type {Limits} from './watch.ts';

/** Parts of a request that reports share on the wire. */
export type Dated = {
	readonly startDate: string;
	readonly stopDate?: string;
	readonly dateSplit?: string | null;
	readonly daysUntilDeclaredLost?: number;
	readonly dateReportedLost?: string;
	readonly events?: readonly EventReference[];
	readonly segmentBy?: string;
	readonly segments?: readonly {readonly limit?: number}[];
	readonly levels?: Readonly<
		Record<string, {readonly property: string; readonly segments: readonly {readonly limit?: number}[]} | undefined>
	>;
};

/** How far the answer to a request can hold. */
export const scopeOf = (request: Dated, {report}: Pick<About, 'report'>, {today}: Pick<Context, 'today'>): Scope => ({
	report,
	first: request.startDate,
	last: request.stopDate,
	today,
	split: request.dateSplit,
	lostAfter: request.daysUntilDeclaredLost,
	datedByContact: request.dateReportedLost !== 'dateDeclaredLost',
});

const listed = (request: unknown): readonly Dated[] => [request].flat() as Dated[];

/** The events that the calls of a report ask for. */
export const eventsIn = (request: unknown): readonly EventReference[] =>
	listed(request).flatMap(({events = []}) => events);

/**
 * Columns that a segment item limits. An item beside others can bring less than all labels: only single ones are told, and
 * of a property that stands on two levels the first.
 */
export function limitsIn(request: unknown): Limits {
	const {segmentBy, segments = [], levels = {}} = listed(request)[0] as Dated;
	const groups = [...Object.values(levels), ...(segmentBy === undefined ? [] : [{property: segmentBy, segments}])];
	const limits = new Map<string, number | undefined>();
	for (const group of groups) {
		if (!group || limits.has(group.property)) continue;
		const [item, ...others] = group.segments;
		limits.set(group.property, others.length === 0 ? item?.limit : undefined);
	}
	return new Map([...limits].flatMap(([name, limit]) => (limit === undefined ? [] : [[name, limit] as const])));
}
