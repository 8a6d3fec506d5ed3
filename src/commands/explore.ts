import {properties} from '../contract/properties.ts';
import {CliError} from '../errors.ts';
import {plain} from '../language/values/quoting.ts';
import {printable} from '../output/printable.ts';
import type {Context} from './command.ts';
import {defineCommand} from './command.ts';
import {lineOf, serviceWords} from './line-words.ts';

/** A report that can be explored: how it is typed, and the flag that splits it by a property. */
type Report = {readonly label: string; readonly words: readonly string[]; readonly split?: string};

const reports: Readonly<Record<string, Report>> = {
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
	events: {label: 'Events: how often each was used', words: ['report', 'events', '--from', '-90d']},
};

/** Properties whose values are names, as they are typed. */
const names = properties.flatMap(({name, friendlyName, kind, segmentable, parts = [], partNames = []}) => {
	if (!segmentable) return [];
	if (kind === 'levels') return parts.map((part, at) => ({value: `${name}.${part}`, label: partNames[at] ?? part}));
	return kind === 'text' ? [{value: name, label: friendlyName}] : [];
});
const propertyOptions = names.map(({value, label}) => ({value, label, hint: value}));

/** What is looked at: all of it is in the command line. */
type View = {readonly report: Report; readonly by?: string | undefined; readonly clauses: readonly string[]};

const wordsOf = ({report, by, clauses}: View): readonly string[] => [
	...report.words,
	...(by === undefined || report.split === undefined ? [] : [report.split, by]),
	...(clauses.length === 0 ? [] : ['--filter', clauses.join(' and ')]),
];

type Choose = typeof import('../terminal/choose.ts').choose;

/** The steps of an exploration. Each returns the next view, or undefined when the user gave up. */
function createSteps(context: Context, choose: Choose) {
	const base = serviceWords(context);
	const say = (text: string) => context.terminal.stderr.write(`${text}\n`);
	/** Prints a command line and runs it; false when it failed, which is said. */
	const run = async (words: readonly string[], onOutput?: (text: string) => void): Promise<boolean> => {
		await say(`\n$ ${printable(lineOf([...base, ...words]))}`);
		try {
			return (await context.runLine([...base, '-q', ...words], onOutput ? {onOutput} : {})) === 0;
		} catch (error) {
			if (!(error instanceof CliError) || error.kind === 'interrupted') throw error;
			await say(`${printable(error.message)}\nhint: ${printable(error.details.hint)}`);
			return false;
		}
	};
	const valuesOf = async (property: string) => {
		let text = '';
		await run(['props', 'values', property, '-o', 'json'], chunk => {
			text += chunk;
		});
		const rows = JSON.parse(text || '[]') as readonly {readonly value: string; readonly fullName: string | null}[];
		return rows.map(({value, fullName}) =>
			fullName === null
				? {value, label: printable(value)}
				: {value, label: printable(fullName), hint: printable(value)},
		);
	};
	return {
		line: (view: View) => lineOf([...base, ...wordsOf(view)]),
		show: async (view: View) => {
			if (await run(wordsOf(view))) await run([...wordsOf(view), '--chart']);
		},
		report: async (): Promise<View | undefined> => {
			const options = Object.entries(reports).map(([value, {label}]) => ({value, label}));
			const report = reports[(await choose('Which report?', options)) ?? ''];
			return report && {report, clauses: []};
		},
		split: async (view: View): Promise<View | undefined> => {
			const by = await choose('By which property?', propertyOptions);
			return by === undefined ? undefined : {...view, by};
		},
		narrow: async (view: View): Promise<View | undefined> => {
			const property = await choose('Which property?', propertyOptions);
			if (property === undefined) return undefined;
			const options = await valuesOf(property);
			if (options.length === 0) return undefined;
			const value = await choose(`Which value of ${property}?`, options);
			return value === undefined
				? undefined
				: {...view, clauses: [...view.clauses, `${property}=${plain(value, '"')}`]};
		},
		widen: async (view: View): Promise<View> => ({...view, clauses: view.clauses.slice(0, -1)}),
	};
}

const nextSteps = ({report, clauses}: View) => [
	...(report.split === undefined
		? []
		: [
				{value: 'split', label: 'Split by a property'},
				{value: 'narrow', label: 'Narrow to a value'},
			]),
	...(clauses.length === 0 ? [] : [{value: 'widen', label: `Drop ${printable(clauses.at(-1) ?? '')}`}]),
	{value: 'report', label: 'Another report'},
	{value: 'take', label: 'Take the command line, and end'},
];

export const command = defineCommand({
	description: `Asks step by step: a report, a property, a value from the real list; shows rows and a chart, narrows, and ends with
the command line that does the same. Every step is a command, which is printed. Nothing is kept. It needs a terminal.`,
	examples: [{line: 'usagectl --sandbox explore', does: 'learn the reports and filters on synthetic data'}],
	flags: {},
	run: async (_options, _args, context) => {
		const {terminal, globals} = context;
		if (!terminal.stdin.isTTY || !terminal.stderr.isTTY || !globals.input) {
			throw new CliError('usage', 'explore asks questions, and needs a terminal', {
				hint: 'usagectl examples shows lines to start from',
			});
		}
		const {choose} = await import('../terminal/choose.ts');
		const steps = createSteps(context, choose);
		let view = await steps.report();
		while (view) {
			await steps.show(view);
			const next = await choose('And now?', nextSteps(view));
			if (next === undefined || next === 'take') return {text: `${steps.line(view)}\n`};
			view = (await steps[next as 'split' | 'narrow' | 'widen' | 'report'](view)) ?? view;
		}
		return {text: ''};
	},
});
