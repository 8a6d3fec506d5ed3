import {type Context, defineCommand} from '../cli/definition/command.ts';
import {properties} from '../contract/properties.ts';
import {CliError} from '../errors.ts';
import {printEvent} from '../language/events/print-event.ts';
import {quoteIfNeeded} from '../language/values/quoting.ts';
import {formatCommandLine, serviceWords} from '../lines/line-words.ts';
import {printable} from '../output/printable.ts';
import {isVersion} from '../reports/report-columns.ts';
import {compareVersions} from '../text/version-order.ts';

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
			{value: 'licenseStatus.blacklisted', label: 'Blocked'},
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

const print = ({terminal}: Context, text: string) => terminal.stderr.write(`${text}\n`);

const printLine = (words: readonly string[], context: Context): string =>
	formatCommandLine([...serviceWords(context), ...words]);

type Running = {
	readonly onOutput?: (text: string) => void;
	/** Prints the notes about the rows too. */
	readonly hasNotes?: true;
};

async function runWords(words: readonly string[], context: Context, {hasNotes, ...running}: Running): Promise<boolean> {
	await print(context, `\n$ ${printable(printLine(words, context))}`);
	try {
		const texts = {quiet: [String(hasNotes !== true)]};
		return (await context.runLine(words, {...running, texts})) === 0;
	} catch (error) {
		if (!(error instanceof CliError) || error.kind === 'interrupted') throw error;
		await print(context, `${printable(error.message)}\nhint: ${printable(error.details.hint)}`);
		return false;
	}
}

async function readRows<Row>(words: readonly string[], context: Context): Promise<readonly Row[]> {
	let text = '';
	await runWords([...words, '-o', 'json'], context, {
		onOutput: chunk => {
			text += chunk;
		},
	});
	return JSON.parse(text || '[]');
}

type Value = {readonly value: string; readonly fullName: string | null};

async function readValues(property: string, context: Context): Promise<readonly Choice[]> {
	const rows = await readRows<Value>(['props', 'values', property], context);
	const shown = isVersion(property) ? rows.toSorted((a, b) => compareVersions(a.value, b.value)) : rows;
	return shown.map(({value, fullName}) =>
		fullName === null ? {value, label: printable(value)} : {value, label: printable(fullName), hint: printable(value)},
	);
}

type Event = {readonly category: string | null; readonly name: string; readonly cumulativeUsageCount: number};

async function readEvents({words}: Report, context: Context): Promise<readonly Choice[]> {
	const rows = await readRows<Event>(words, context);
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

type Choose = typeof import('../terminal/choice-prompt.ts').choose;
type Parts = {readonly context: Context; readonly choose: Choose};

async function chooseClause({context, choose}: Parts): Promise<string | undefined> {
	const property = await choose('Which property?', propertyChoices);
	const options = property === undefined ? [] : await readValues(property, context);
	if (options.length === 0) return undefined;
	const value = await choose(`Which value of ${property}?`, options);
	return value === undefined ? undefined : `${property}=${quoteIfNeeded(value, '"')}`;
}

async function chooseReport({choose}: Parts): Promise<View | undefined> {
	const options = Object.entries(reports).map(([value, {label}]) => ({value, label}));
	const report = reports[(await choose('Which report?', options)) ?? ''];
	return report && {report, clauses: []};
}

/** Each step returns the next view, or undefined if the user cancelled it. */
const steps = {
	report: (_view: View, parts: Parts) => chooseReport(parts),
	split: async (view: View, {choose}: Parts) => {
		const by = await choose('Break down by which property?', propertyChoices);
		return by === undefined ? undefined : {...view, by};
	},
	event: async ({report}: View, {context, choose}: Parts) => {
		const event = await choose('Which event?', await readEvents(report, context));
		return event === undefined ? undefined : {report: timelineOf(event), clauses: []};
	},
	users: async ({report: {event = ''}}: View) => ({report: frequencyOf(event), clauses: []}),
	narrow: async (view: View, parts: Parts) => {
		const {clauses} = view.report;
		const clause = clauses ? await parts.choose('Which keys?', clauses) : await chooseClause(parts);
		return clause === undefined ? undefined : {...view, clauses: [...view.clauses, clause]};
	},
	widen: async (view: View) => ({...view, clauses: view.clauses.slice(0, -1)}),
} satisfies Readonly<Record<string, (view: View, parts: Parts) => Promise<View | undefined>>>;

async function show(view: View, {context}: Parts): Promise<void> {
	const words = wordsOf(view);
	const {drawn} = view.report;
	const isDrawn = drawn === 'by property' ? view.by !== undefined : drawn !== 'never';
	if ((await runWords(words, context, {hasNotes: true})) && isDrawn) await runWords([...words, '--chart'], context, {});
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

export const command = defineCommand({
	description: `Lets you choose a report, a property to break it down by, and values to filter by; shows the rows and a chart after each
step, and ends by printing the command line of the report. Each step prints the command that it runs; nothing is stored. Escape goes back one step; Ctrl-C exits. Needs a terminal.`,
	examples: [{line: 'usagectl --sandbox explore', caption: 'learn the reports and filters on synthetic data'}],
	flags: {},
	run: async (_options, _args, context) => {
		const {terminal, globals} = context;
		if (!terminal.stdin.isTTY || !terminal.stderr.isTTY || !globals.input) {
			throw new CliError('usage', 'explore needs a terminal', {
				hint: 'run usagectl examples for command lines to start from',
			});
		}
		const {choose} = await import('../terminal/choice-prompt.ts');
		const parts = {context, choose};
		let view = await chooseReport(parts);
		while (view) {
			await show(view, parts);
			const next = await choose('What next?', nextSteps(view));
			if (next === undefined || next === 'take') return {text: `${printLine(wordsOf(view), context)}\n`};
			view = (await steps[next as keyof typeof steps](view, parts)) ?? view;
		}
		return {text: ''};
	},
});
