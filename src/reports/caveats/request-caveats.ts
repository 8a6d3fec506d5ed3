import {addDays, countDays} from '../../calendar.ts';
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

/**
 * Returns a note for losses of several periods: the older a period, the more of its lost installations have returned
 * (docs/service.md#help-lost). Not a caveat, because no choice of a range avoids it and `--strict` would always fail.
 */
export const getReturnNotes = (
	{split, lostAfter}: Scope,
	{isCompared}: {readonly isCompared: boolean},
): readonly string[] =>
	lostAfter !== undefined && (split || isCompared)
		? ['past losses can shrink: an installation that returns is no longer counted as lost']
		: [];

/** Returns a caveat that says how many days of the range have no losses yet; undefined if all are known. */
function getUnknownLosses(scope: Scope): string | undefined {
	const {first, last = scope.today, lostAfter = 0} = scope;
	const lastKnown = getLastKnownLoss(scope);
	if (lastKnown === undefined || last <= lastKnown) return undefined;
	const days = countDays({first, last});
	const open = Math.min(days, countDays({first: lastKnown, last}) - 1);
	const part = open < days ? `${printCount(open)} of the ${counted(days, 'day')}` : 'the whole range';
	return `losses after ${lastKnown} are not known yet (${part}): an installation counts as lost after ${counted(lostAfter, 'day')} of inactivity`;
}

/**
 * Returns the caveats that follow from the request alone. Even without a split, an incomplete last day matters in a comparison,
 * which uses the whole range, and in a named period, which may not be over.
 */
export function getRequestCaveats(
	scope: Scope,
	{isCompared, isNamed}: {readonly isCompared: boolean; readonly isNamed: boolean},
): readonly string[] {
	const {split} = scope;
	const caveats: string[] = [];
	if (includesToday(scope) && (split || isCompared)) {
		caveats.push(`today is not complete: the last ${split ?? 'day of the range'} will still change`);
	} else if (includesToday(scope) && isNamed) {
		caveats.push('today is not complete: the figures of this period will still change');
	}
	const unknown = getUnknownLosses(scope);
	if (unknown !== undefined) caveats.push(unknown);
	return caveats;
}
