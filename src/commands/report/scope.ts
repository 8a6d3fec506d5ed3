import type {About} from '../../output/dataset.ts';
import type {Context} from '../command.ts';
import type {Limits, Scope} from './honesty.ts';

/** Parts of a request that reports share on the wire. */
export type Dated = {
	readonly startDate: string;
	readonly stopDate?: string;
	readonly dateSplit?: string | null;
	readonly daysUntilDeclaredLost?: number;
	readonly dateReportedLost?: string;
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

/** Columns that a segment item limits. An item beside others can bring less than all labels: only single ones are told. */
export function limitsIn(request: unknown): Limits {
	const {segmentBy, segments = [], levels = {}} = (Array.isArray(request) ? request[0] : request) as Dated;
	const groups = [...Object.values(levels), ...(segmentBy === undefined ? [] : [{property: segmentBy, segments}])];
	return new Map(
		groups.flatMap(group => {
			const [item, ...others] = group?.segments ?? [];
			return group && item?.limit !== undefined && others.length === 0 ? [[group.property, item.limit] as const] : [];
		}),
	);
}
