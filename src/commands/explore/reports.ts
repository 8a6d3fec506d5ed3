import {properties} from '../../contract/properties.ts';

/** What a list to choose from offers. */
export type Choice = {readonly value: string; readonly label: string; readonly hint?: string};

/** What can be explored, and which steps it takes. */
export type Report = {
	readonly label: string;
	/** How it is typed. */
	readonly words: readonly string[];
	/** The flag that splits it by a property; it is narrowed to values of properties too. */
	readonly split?: string;
	/** The clauses that narrow it, where those are not of properties. */
	readonly clauses?: readonly Choice[];
	/** It is of all events, and can be of one. */
	readonly isOfEvents?: true;
	/** It is of one event, and can be of those who used it. */
	readonly event?: string;
	/** Rows that nothing can be drawn of. */
	readonly isList?: true;
};

export const reports: Readonly<Record<string, Report>> = {
	current: {
		label: 'Installations: new and active ones',
		words: ['report', 'current', '--from', '-90d'],
		split: '--level',
	},
	churn: {
		label: 'Retention: who stays after installing',
		words: ['report', 'churn', '--from', '-6mo', '--lost-after', '30'],
		split: '--segment-by',
	},
	events: {label: 'Events: how often each was used', words: ['report', 'events', '--from', '-90d'], isOfEvents: true},
	crashes: {label: 'Crashes: the newest ones', words: ['exceptions', 'tail', '--limit', '12'], isList: true},
	keys: {
		label: 'License keys',
		words: ['keys', 'list', '--limit', '12'],
		isList: true,
		clauses: [
			{value: 'overQuotaCount>=1', label: 'Over quota'},
			{value: 'expiryDate=today..today+30d', label: 'Expiring within 30 days'},
			{value: 'licenseStatus.blacklisted', label: 'Blocked'},
			{value: 'autoCollected=true', label: 'Met by installations, never uploaded'},
		],
	},
};

export const daysOf = (event: string): Report => ({
	label: event,
	words: ['report', 'events', 'timeline', '--from', '-90d', '--split', 'month', '--event', event],
	event,
});

/** Installations that used one event. The service counts them of some events only. */
export const usersOf = (event: string): Report => ({
	label: event,
	words: ['report', 'events', 'frequency', '--from', '-90d', '--event', event],
	split: '--segment-by',
});

/** Each value is a single installation: thousands of rows, and nothing to choose from. */
const ids: ReadonlySet<string> = new Set(['machineId', 'clientId']);

/** Properties whose values are names, as they are typed. */
const names = properties.flatMap(({name, friendlyName, kind, segmentable, parts = [], partNames = []}) => {
	if (!segmentable || ids.has(name)) return [];
	if (kind === 'levels') return parts.map((part, at) => ({value: `${name}.${part}`, label: partNames[at] ?? part}));
	return kind === 'text' ? [{value: name, label: friendlyName}] : [];
});
export const propertyOptions = names.map(({value, label}) => ({value, label, hint: value}));
