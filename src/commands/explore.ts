import {type Context, defineCommand} from '../cli/definition/command.ts';
import {CliError} from '../errors.ts';
import {plain} from '../language/values/quoting.ts';
import {printable} from '../output/printable.ts';
import {printLine, readEvents, readValues, runWords} from './explore/lines.ts';
import {type Choice, daysOf, propertyOptions, type Report, reports, usersOf} from './explore/reports.ts';

/** What is looked at: all of it is in the command line. */
type View = {readonly report: Report; readonly by?: string | undefined; readonly clauses: readonly string[]};

const wordsOf = ({report, by, clauses}: View): readonly string[] => [
	...report.words,
	...(by === undefined || report.split === undefined ? [] : [report.split, by]),
	...(clauses.length === 0 ? [] : ['--filter', clauses.join(' and ')]),
];

type Choose = typeof import('../terminal/choice-prompt.ts').choose;
type Parts = {readonly context: Context; readonly choose: Choose};

/** A clause that holds for one value of a property. */
async function chooseClause({context, choose}: Parts): Promise<string | undefined> {
	const property = await choose('Which property?', propertyOptions);
	const options = property === undefined ? [] : await readValues(property, context);
	if (options.length === 0) return undefined;
	const value = await choose(`Which value of ${property}?`, options);
	return value === undefined ? undefined : `${property}=${plain(value, '"')}`;
}

async function chooseReport({choose}: Parts): Promise<View | undefined> {
	const options = Object.entries(reports).map(([value, {label}]) => ({value, label}));
	const report = reports[(await choose('Which report?', options)) ?? ''];
	return report && {report, clauses: []};
}

/** Each returns the next view, or undefined when the user gave up. */
const steps = {
	report: (_view: View, parts: Parts) => chooseReport(parts),
	split: async (view: View, {choose}: Parts) => {
		const by = await choose('By which property?', propertyOptions);
		return by === undefined ? undefined : {...view, by};
	},
	event: async ({report}: View, {context, choose}: Parts) => {
		const event = await choose('Which event?', await readEvents(report, context));
		return event === undefined ? undefined : {report: daysOf(event), clauses: []};
	},
	users: async ({report: {event = ''}}: View) => ({report: usersOf(event), clauses: []}),
	narrow: async (view: View, parts: Parts) => {
		const {clauses} = view.report;
		const clause = clauses ? await parts.choose('To which keys?', clauses) : await chooseClause(parts);
		return clause === undefined ? undefined : {...view, clauses: [...view.clauses, clause]};
	},
	widen: async (view: View) => ({...view, clauses: view.clauses.slice(0, -1)}),
} satisfies Readonly<Record<string, (view: View, parts: Parts) => Promise<View | undefined>>>;

async function show(view: View, {context}: Parts): Promise<void> {
	const words = wordsOf(view);
	if ((await runWords(words, context)) && !view.report.isList) await runWords([...words, '--chart'], context);
}

const nextSteps = ({report, clauses}: View): readonly Choice[] => [
	...(report.isOfEvents ? [{value: 'event', label: 'Look at one event'}] : []),
	...(report.event ? [{value: 'users', label: 'Count who used it, which the service does for some events'}] : []),
	...(report.split === undefined ? [] : [{value: 'split', label: 'Split by a property'}]),
	...(report.split || report.clauses
		? [{value: 'narrow', label: report.clauses ? 'Narrow' : 'Narrow to a value'}]
		: []),
	...(clauses.length === 0 ? [] : [{value: 'widen', label: `Drop ${printable(clauses.at(-1) ?? '')}`}]),
	{value: 'report', label: 'Another report'},
	{value: 'take', label: 'Take the command line, and end'},
];

export const command = defineCommand({
	description: `Asks step by step: a report, a property, a value from the real list; shows rows and a chart, narrows, and ends with
the command line that does the same. Every step is a command, which is printed. Nothing is kept. Escape goes a step back, or ends;
Ctrl-C ends with 130. It needs a terminal.`,
	examples: [{line: 'usagectl --sandbox explore', caption: 'learn the reports and filters on synthetic data'}],
	flags: {},
	run: async (_options, _args, context) => {
		const {terminal, globals} = context;
		if (!terminal.stdin.isTTY || !terminal.stderr.isTTY || !globals.input) {
			throw new CliError('usage', 'explore asks questions, and needs a terminal', {
				hint: 'usagectl examples shows lines to start from',
			});
		}
		const {choose} = await import('../terminal/choice-prompt.ts');
		const parts = {context, choose};
		let view = await chooseReport(parts);
		while (view) {
			await show(view, parts);
			const next = await choose('And now?', nextSteps(view));
			if (next === undefined || next === 'take') return {text: `${printLine(wordsOf(view), context)}\n`};
			view = (await steps[next as keyof typeof steps](view, parts)) ?? view;
		}
		return {text: ''};
	},
});
