import {properties} from '../contract/properties.ts';

export type Choice = {readonly value: string; readonly label: string; readonly hint?: string};

export type Report = {
	readonly label: string;
	readonly words: readonly string[];
	/** The flag that breaks the report down by a property; such a report can be filtered by properties too. */
	readonly split?: string;
	/** The filters to choose from, if they are not filters by property. */
	readonly clauses?: readonly Choice[];
	/** The report lists all events; one can be chosen. */
	readonly isOfEvents?: true;
	/** The event whose uses the report shows over time; the next step may count the installations that used it. */
	readonly event?: string;
	/** When a chart of the rows is drawn too; always by default. */
	readonly drawn?: 'never' | 'by property';
};

export const reports: Readonly<Record<string, Report>> = {
	current: {
		label: 'Installations: new and active',
		words: ['report', 'current', '--from', '-90d'],
		split: '--level',
		drawn: 'by property',
	},
	churn: {
		label: 'Retention: installations that stay',
		words: ['report', 'churn', '--from', '-6mo', '--lost-after', '30'],
		split: '--segment-by',
	},
	events: {label: 'Events: uses of each event', words: ['report', 'events', '--from', '-90d'], isOfEvents: true},
	crashes: {label: 'Crashes: the latest crash reports', words: ['exceptions', 'tail', '--limit', '12'], drawn: 'never'},
	keys: {
		label: 'License keys',
		words: ['keys', 'list', '--limit', '12'],
		drawn: 'never',
		clauses: [
			{value: 'overQuotaCount>=1', label: 'Over quota'},
			{value: 'expiryDate=today..today+30d', label: 'Expiring within 30 days'},
			{value: 'licenseStatus.blacklisted', label: 'Blacklisted'},
			{value: 'autoCollected=true', label: 'Collected from installations, never imported'},
		],
	},
};

export const timelineOf = (event: string): Report => ({
	label: event,
	words: ['report', 'events', 'timeline', '--from', '-90d', '--split', 'month', '--event', event],
	event,
});

/** Counts installations that used one event; the service does so for advanced events only. */
export const frequencyOf = (event: string): Report => ({
	label: event,
	words: ['report', 'events', 'frequency', '--from', '-90d', '--event', event],
	split: '--segment-by',
});

/** Properties with a value per installation: thousands of rows, and nothing to choose from. */
const ids: ReadonlySet<string> = new Set(['machineId', 'clientId']);

export const propertyChoices = properties
	.flatMap(({name, friendlyName, kind, segmentable, parts = [], partNames = []}) => {
		if (!segmentable || ids.has(name)) return [];
		if (kind === 'levels') return parts.map((part, at) => ({value: `${name}.${part}`, label: partNames[at] ?? part}));
		return kind === 'text' ? [{value: name, label: friendlyName}] : [];
	})
	.map(({value, label}) => ({value, label, hint: value}));
