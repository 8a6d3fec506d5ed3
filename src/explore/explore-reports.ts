import {printEvent} from '../language/events/print-event.ts';
import {quoteIfNeeded} from '../language/values/quoting.ts';
import {printable} from '../output/printable.ts';
import {isVersion} from '../reports/report-columns.ts';
import {compareVersions} from '../text/version-order.ts';
import {type Choice, frequencyOf, propertyChoices, type Report, reports, timelineOf} from './explorable-reports.ts';

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
