import {addDays, countDays} from '../../calendar.ts';
import type {Footnote} from '../../output/footnotes.ts';
import {counted, printCount} from '../../text/wording.ts';
import type {ReportRequest} from '../request/report-request.ts';

/** The parts of a request that decide whether its figures are final. */
export type Scope = {
	readonly first: string;
	/** Undefined means until now. */
	readonly last: string | undefined;
	readonly today: string;
	readonly split: string | null | undefined;
	/** Days of inactivity before an installation counts as lost; undefined if the report counts no losses. */
	readonly lostAfter: number | undefined;
	/** True if losses are dated by the last day seen, false if by the day they are declared. */
	readonly datedByContact: boolean;
};

export const getScope = (request: ReportRequest, today: string): Scope => ({
	first: request.startDate,
	last: request.stopDate,
	today,
	split: request.dateSplit,
	lostAfter: request.daysUntilDeclaredLost,
	datedByContact: request.dateReportedLost !== 'dateDeclaredLost',
});

/** Returns the last day whose losses are all known; undefined if all are. */
export const getLastKnownLoss = ({today, lostAfter, datedByContact}: Scope): string | undefined =>
	lostAfter !== undefined && datedByContact ? addDays(today, -lostAfter) : undefined;

export const includesToday = ({last, today}: Scope): boolean => last === undefined || last >= today;

/** Returns a caveat that says how many days of the range have no losses yet; undefined if all are known. */
function getUnknownLosses(scope: Scope): string | undefined {
	const {first, last = scope.today} = scope;
	const lastKnown = getLastKnownLoss(scope);
	if (lastKnown === undefined || last <= lastKnown) return undefined;
	const days = countDays({first, last});
	const open = Math.min(days, countDays({first: lastKnown, last}) - 1);
	const part = open < days ? `${printCount(open)} of ${counted(days, 'day')}` : 'the whole range';
	return `losses after ${lastKnown} are not known yet${scope.split ? '' : ` (${part})`}`;
}

/**
 * Returns the caveats that follow from the request alone; those of a split explain the marks of its rows. Even without a split,
 * an incomplete last day matters in a comparison, which uses the whole range, and in a named period, which may not be over.
 */
export function getRequestCaveats(
	scope: Scope,
	{isCompared, isNamed}: {readonly isCompared: boolean; readonly isNamed: boolean},
): readonly Footnote[] {
	const {split} = scope;
	const kind = split ? 'mark' : 'caveat';
	const caveats: Footnote[] = [];
	if (includesToday(scope) && (split || isCompared)) {
		const row = split && split !== 'day' ? `this ${split}` : 'today';
		caveats.push({kind, text: `${row} is not complete${split ? '' : ': the last day of the range will still change'}`});
	} else if (includesToday(scope) && isNamed) {
		caveats.push({kind, text: 'today is not complete: the figures of this period will still change'});
	}
	const unknown = getUnknownLosses(scope);
	if (unknown !== undefined) caveats.push({kind, text: unknown});
	return caveats;
}
