import {addDays} from './day-count.ts';

/** What the numbers cannot carry: said on stderr and on pages, without a call of its own. */

/** The parts of a report's request that say how far its answer holds. */
export type Scope = {
	readonly report: string;
	readonly first: string;
	/** Undefined: until now. */
	readonly last: string | undefined;
	readonly today: string;
	readonly split: string | null | undefined;
	/** Days of the loss rule, where losses are counted. */
	readonly lostAfter: number | undefined;
	/** Losses are dated by the last contact; else by the day they are declared. */
	readonly datedByContact: boolean;
};

/** The last day whose losses are all known; undefined where the rule of a loss puts none off. */
export const lastKnownLoss = ({today, lostAfter, datedByContact}: Scope): string | undefined =>
	lostAfter !== undefined && datedByContact ? addDays(today, -lostAfter) : undefined;

export const reachesToday = ({last, today}: Scope): boolean => last === undefined || last >= today;

/** What the request alone tells. A range that is compared is compared whole, so that its last day counts too. */
export function getScopeCaveats(scope: Scope & {readonly isCompared?: boolean}): readonly string[] {
	const {report, last, today, split, lostAfter, isCompared} = scope;
	const period = split ?? (report === 'report churn retention' ? 'period' : undefined);
	const known = lastKnownLoss(scope);
	const caveats: string[] = [];
	if (reachesToday(scope) && (period || isCompared))
		caveats.push(`today is not over: the last ${period ?? 'day of the range'} will still change`);
	if (known !== undefined && (last ?? today) > known) {
		caveats.push(
			`losses are not known yet for the last ${lostAfter} days: who was last seen after ${known} cannot be lost before ${addDays(today, 1)}`,
		);
	}
	return caveats;
}
