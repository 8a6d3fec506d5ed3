import {properties} from '../contract/properties.ts';
import {printEvent} from '../language/events/print-event.ts';
import {quoteIfNeeded} from '../language/values/quoting.ts';
import {printable} from '../output/printable.ts';
import {isVersion} from '../reports/report-columns.ts';
import {compareVersions} from '../text/version-order.ts';

export type ExplorePorts = {
	/** Returns undefined if the user cancels. */
	readonly choose: (question: string, choices: readonly Choice[]) => Promise<string | undefined>;
	/** Prints a command line and runs it. Returns false if it failed, after printing why. */
	readonly run: (words: readonly string[], running?: Running) => Promise<boolean>;
};

export type Running = {
	readonly onOutput?: (text: string) => void;
	/** Prints the notes about the rows too. */
	readonly hasNotes?: true;
};

async function readRows<Row>(words: readonly string[], {run}: ExplorePorts): Promise<readonly Row[]> {
	let text = '';
	await run([...words, '-o', 'json'], {
		onOutput: chunk => {
			text += chunk;
		},
	});
	return JSON.parse(text || '[]');
}

type Value = {readonly value: string; readonly fullName: string | null};

async function readValues(property: string, ports: ExplorePorts): Promise<readonly Choice[]> {
	const rows = await readRows<Value>(['props', 'values', property], ports);
	const shown = isVersion(property) ? rows.toSorted((a, b) => compareVersions(a.value, b.value)) : rows;
	return shown.map(({value, fullName}) =>
		fullName === null ? {value, label: printable(value)} : {value, label: printable(fullName), hint: printable(value)},
	);
}

type Event = {readonly category: string | null; readonly name: string; readonly cumulativeUsageCount: number};

async function readEvents({words}: Report, ports: ExplorePorts): Promise<readonly Choice[]> {
	const rows = await readRows<Event>(words, ports);
	return rows
		.toSorted((a, b) => b.cumulativeUsageCount - a.cumulativeUsageCount)
		.map(event => {
			const value = printEvent(event, '"');
			return {value, label: printable(value), hint: `${event.cumulativeUsageCount} uses`};
		});
}

/** The state of the exploration, which the command line expresses completely. */
type View = {readonly report: Report; readonly by?: string | undefined; readonly clauses: readonly string[]};

const wordsOf = ({report, by, clauses}: View): readonly string[] => [
	...report.words,
	...(by === undefined || report.split === undefined ? [] : [report.split, by]),
	...(clauses.length === 0 ? [] : ['--filter', clauses.join(' and ')]),
];

async function chooseClause(ports: ExplorePorts): Promise<string | undefined> {
	const {choose} = ports;
	const property = await choose('Which property?', propertyChoices);
	const options = property === undefined ? [] : await readValues(property, ports);
	if (options.length === 0) return undefined;
	const value = await choose(`Which value of ${property}?`, options);
	return value === undefined ? undefined : `${property}=${quoteIfNeeded(value, '"')}`;
}

async function chooseReport({choose}: ExplorePorts): Promise<View | undefined> {
	const options = Object.entries(reports).map(([value, {label}]) => ({value, label}));
	const report = reports[(await choose('Which report?', options)) ?? ''];
	return report && {report, clauses: []};
}

/** Each step returns the next view, or undefined if the user cancelled it. */
const steps = {
	report: (_view: View, ports: ExplorePorts) => chooseReport(ports),
	split: async (view: View, {choose}: ExplorePorts) => {
		const by = await choose('Break down by which property?', propertyChoices);
		return by === undefined ? undefined : {...view, by};
	},
	event: async ({report}: View, ports: ExplorePorts) => {
		const event = await ports.choose('Which event?', await readEvents(report, ports));
		return event === undefined ? undefined : {report: timelineOf(event), clauses: []};
	},
	users: async ({report: {event = ''}}: View) => ({report: frequencyOf(event), clauses: []}),
	narrow: async (view: View, ports: ExplorePorts) => {
		const {clauses} = view.report;
		const clause = clauses ? await ports.choose('Which keys?', clauses) : await chooseClause(ports);
		return clause === undefined ? undefined : {...view, clauses: [...view.clauses, clause]};
	},
	widen: async (view: View) => ({...view, clauses: view.clauses.slice(0, -1)}),
} satisfies Readonly<Record<string, (view: View, ports: ExplorePorts) => Promise<View | undefined>>>;

async function show(view: View, {run}: ExplorePorts): Promise<void> {
	const words = wordsOf(view);
	const {drawn} = view.report;
	const isDrawn = drawn === 'by property' ? view.by !== undefined : drawn !== 'never';
	if ((await run(words, {hasNotes: true})) && isDrawn) await run([...words, '--chart']);
}

const nextSteps = ({report, clauses}: View): readonly Choice[] => [
	...(report.isOfEvents ? [{value: 'event', label: 'Show one event over time'}] : []),
	...(report.event ? [{value: 'users', label: 'Count the installations that used it (only for advanced events)'}] : []),
	...(report.split === undefined ? [] : [{value: 'split', label: 'Break down by a property'}]),
	...(report.split || report.clauses
		? [{value: 'narrow', label: report.clauses ? 'Filter' : 'Filter by a property'}]
		: []),
	...(clauses.length === 0 ? [] : [{value: 'widen', label: `Remove the filter ${printable(clauses.at(-1) ?? '')}`}]),
	{value: 'report', label: 'Another report'},
	{value: 'take', label: 'Print the command line and exit'},
];

/** Returns the words of the report that the user ended with; undefined if the user chose none. */
export async function exploreReports(ports: ExplorePorts): Promise<readonly string[] | undefined> {
	let view = await chooseReport(ports);
	while (view) {
		await show(view, ports);
		const next = await ports.choose('What next?', nextSteps(view));
		if (next === undefined || next === 'take') return wordsOf(view);
		view = (await steps[next as keyof typeof steps](view, ports)) ?? view;
	}
	return undefined;
}

type Choice = {readonly value: string; readonly label: string; readonly hint?: string};

type Report = {
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

const reports: Readonly<Record<string, Report>> = {
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

const timelineOf = (event: string): Report => ({
	label: event,
	words: ['report', 'events', 'timeline', '--from', '-90d', '--split', 'month', '--event', event],
	event,
});

/** Counts installations that used one event; the service does so for advanced events only. */
const frequencyOf = (event: string): Report => ({
	label: event,
	words: ['report', 'events', 'frequency', '--from', '-90d', '--event', event],
	split: '--segment-by',
});

/** Properties with a value per installation: thousands of rows, and nothing to choose from. */
const ids: ReadonlySet<string> = new Set(['machineId', 'clientId']);

const propertyChoices = properties
	.flatMap(({name, friendlyName, kind, segmentable, parts = [], partNames = []}) => {
		if (!segmentable || ids.has(name)) return [];
		if (kind === 'levels') return parts.map((part, at) => ({value: `${name}.${part}`, label: partNames[at] ?? part}));
		return kind === 'text' ? [{value: name, label: friendlyName}] : [];
	})
	.map(({value, label}) => ({value, label, hint: value}));
