import {keyFlags} from '../../contract/request-words.ts';
import type {ComparedRow} from './compare-keys.ts';

/** The effects of a plan that the user should know before it is sent. */
export type PlanEffects = {
	readonly changesFlags: boolean;
	/** The number of keys that get an expiry date in the future, or none, but keep the flag expired. */
	readonly stillExpired: number;
};

/** Counts compared rows by what happens to their keys. */
export function createTally(today: string) {
	const kinds = {insert: 0, change: 0, unseen: 0, same: 0, edited: 0};
	const fields = new Set<string>();
	let [changesFlags, stillExpired] = [false, 0];
	return {
		kinds,
		/** The fields that would change in keys of the registry. */
		fields,
		add: ({comparison, isExpired}: ComparedRow): void => {
			const {kind} = comparison;
			kinds[kind]++;
			if (kind !== 'change' && kind !== 'insert') return;
			const {changes} = comparison;
			changesFlags ||= changes.some(({field}) => keyFlags.some(flag => flag === field));
			if (kind === 'insert') return;
			for (const {field} of changes) fields.add(field);
			const date = changes.find(({field}) => field === 'expiryDate');
			const isFuture = date !== undefined && (date.after === null || String(date.after) >= today);
			if (isFuture && isExpired && !changes.some(({field}) => field === 'expired')) stillExpired++;
		},
		effects: (): PlanEffects => ({changesFlags, stillExpired}),
	};
}
