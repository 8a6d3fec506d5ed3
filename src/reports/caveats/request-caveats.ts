import {addDays} from '../../calendar.ts';
import type {WireRequest} from '../request/wire-request.ts';

/** The parts of a request that say whether its figures are final. */
export type Scope = {
	readonly first: string;
	/** Undefined: until now. */
	readonly last: string | undefined;
	readonly today: string;
	/** The length of a period, where there is a row for each. */
	readonly split: string | null | undefined;
	/** Days without contact after which an installation counts as lost; undefined where losses are not counted. */
	readonly lostAfter: number | undefined;
	/** Losses are dated by the last contact, else by the day they are declared. */
	readonly datedByContact: boolean;
};

export const getScope = (request: WireRequest, today: string): Scope => ({
	first: request.startDate,
	last: request.stopDate,
	today,
	split: request.dateSplit,
	lostAfter: request.daysUntilDeclaredLost,
	datedByContact: request.dateReportedLost !== 'dateDeclaredLost',
});

/** The last day whose losses are all known; undefined where losses need not be waited for. */
export const getLastKnownLoss = ({today, lostAfter, datedByContact}: Scope): string | undefined =>
	lostAfter !== undefined && datedByContact ? addDays(today, -lostAfter) : undefined;

export const includesToday = ({last, today}: Scope): boolean => last === undefined || last >= today;

/** Caveats that follow from the request alone. A comparison uses the whole range, so its last day counts without a split too. */
export function getRequestCaveats(scope: Scope, {isCompared}: {readonly isCompared: boolean}): readonly string[] {
	const {last, today, split, lostAfter} = scope;
	const lastKnown = getLastKnownLoss(scope);
	const caveats: string[] = [];
	if (includesToday(scope) && (split || isCompared)) {
		caveats.push(`today is not complete: the last ${split ?? 'day of the range'} will still change`);
	}
	if (lastKnown !== undefined && (last ?? today) > lastKnown) {
		caveats.push(
			`losses in the last ${lostAfter} days are incomplete: an installation last seen after ${lastKnown} is not counted as lost before ${addDays(today, 1)}`,
		);
	}
	return caveats;
}
