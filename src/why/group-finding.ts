import type {Group} from './breakdown.ts';
import type {Candidate} from './judge-groups.ts';

/** The installations of a group, or those of a group inside another one. */
export type Place = {readonly property: string; readonly group: Group};

/**
 * `overlaps`: it is not unusual without the causes above it. `as likely`: it overlaps, and explains the change nearly as well.
 * `may overlap`: the overlap was not tested.
 */
export type Verdict = 'unusual' | 'as likely' | 'overlaps' | 'may overlap' | 'within noise';
export type Finding = Candidate & {
	readonly verdict: Verdict;
	/** Only the installations in this group too. `group` has their counts. */
	readonly within?: Place;
	/** Groups of nearly the same installations, which the counts cannot distinguish from this one. */
	readonly alternatives?: readonly Candidate[];
};
