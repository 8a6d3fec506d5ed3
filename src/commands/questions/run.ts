import {type Context, defineCommand} from '../../cli/definition/command.ts';
import {optional, toggle} from '../../cli/definition/flag.ts';
import {choice} from '../../cli/definition/flag-values.ts';
import {CliError, exitCodes} from '../../errors.ts';
import {sentenceLayout} from '../../output/column-layout.ts';
import {type Column, dataset, type Row} from '../../output/dataset.ts';
import type {Verdict} from '../../questions/checks/check-outcome.ts';
import {nearNames, suggestion} from '../../text/near-names.ts';
import {counted} from '../../text/wording.ts';
import {fileFlags, openQuestions, type ValidatedQuestions} from './open-question-file.ts';
import {type Outcome, runQuestions, withHistoryLock} from './run-questions.ts';

const columns: readonly Column[] = [
	{key: 'question', title: 'Question', kind: 'text', layout: sentenceLayout},
	{key: 'product', title: 'Product', kind: 'text', hiddenByDefault: true},
	{key: 'figure', title: 'Figure', kind: 'text', layout: {priority: 3}},
	{key: 'value', title: 'Value', kind: 'number', hasMixedUnits: true},
	{key: 'change', title: 'Change', kind: 'number', hasMixedUnits: true},
	{key: 'changePercent', title: 'Change %', kind: 'percent', unit: '%', layout: {priority: 3}},
	{key: 'since', title: 'Since', kind: 'date', layout: {priority: 3}},
	{key: 'verdict', title: 'Outcome', kind: 'text', layout: {priority: 1}},
	{key: 'reason', title: 'Reason', kind: 'text', layout: {...sentenceLayout, priority: 1, minWidth: 28}},
];

function columnsFor(outcomes: readonly Outcome[]): readonly Column[] {
	const products = new Set(outcomes.flatMap(({product}) => product ?? []));
	return products.size > 1 ? columns.map(column => ({...column, hiddenByDefault: false})) : columns;
}

const round = (value: number) => Math.round(value * 10) / 10;

function toRow(outcome: Outcome): Row {
	const {name, product = null} = outcome;
	if ('failure' in outcome) return [name, product, null, null, null, null, null, 'error', outcome.failure.message];
	const {result, summary} = outcome;
	const {what, value, before, beforeDay, verdict, reason} = summary;
	const change = value !== null && before !== null ? Math.round((value - before) * 1e6) / 1e6 : null;
	const percent = change !== null && before ? round((100 * change) / Math.abs(before)) : null;
	return [name, result.product, what, value, change, percent, beforeDay, verdict, reason === '' ? null : reason];
}

/** Finds the questions whose latest result fails a check or is damaged, and those without a result. */
async function findFailed(
	{file, history, calendar}: ValidatedQuestions,
	{limitMemory}: Pick<Context, 'limitMemory'>,
): Promise<readonly string[]> {
	const {createResultReader, ignoreDamaged} = await import('../../questions/results/read-results.ts');
	const {listResults} = await import('../../questions/results/result-history.ts');
	const {summarizeResult} = await import('../../questions/checks/result-summary.ts');
	const saved = await listResults(history);
	limitMemory();
	const read = createResultReader();
	const failed = new Set<string>();
	for (const question of file.questions) {
		const own = saved.filter(each => each.question === question.name);
		const last = new Map(own.map(each => [each.product, each]));
		if (last.size === 0) failed.add(question.name);
		for (const each of last.values()) {
			const result = await read(each).catch(ignoreDamaged);
			const summary = result && (await summarizeResult(question, result, {saved, read, calendar}));
			if (!summary || summary.verdict === 'fail') failed.add(question.name);
		}
	}
	return [...failed];
}

function validateNames(names: readonly string[], {file}: ValidatedQuestions): void {
	const questionNames = file.questions.map(({name}) => name);
	const wrong = names.filter(name => !questionNames.includes(name));
	const [first] = wrong;
	if (first === undefined) return;
	throw new CliError(
		'usage',
		`unknown question ${wrong.map(name => `'${name}'`).join(', ')}`,
		suggestion(nearNames(first, questionNames), `the questions are ${questionNames.join(', ')}`),
	);
}

/** Returns 7 if a check fails, 6 if a question could not be run. Throws the first failure if none could. */
function getExit(outcomes: readonly Outcome[], {globals}: Context): number {
	const failures = outcomes.flatMap(each => ('failure' in each ? [each.failure] : []));
	const [failure] = failures;
	if (failure && failures.length === outcomes.length) throw failure;
	const has = (verdict: Verdict) =>
		outcomes.some(each => 'result' in each && each.summary.checks.some(check => check.verdict === verdict));
	if (has('fail') || (globals.strict && has('unknown'))) return exitCodes.assertion;
	return failure ? exitCodes.partial : 0;
}

export const command = defineCommand({
	description:
		'Runs the questions in usagectl.yaml, all or the named ones, saves each result in the result history and runs its checks. Prints one row per question: its figure, the change since the previous result, and the outcome of its checks with the reason: ok, note (news that needs no action), warn, fail, or unknown if the data does not allow a decision. Exits with status 7 if a check fails (with --strict also if one is unknown) and with status 6 if a question could not be run. --dry-run only validates the file.',
	examples: [
		{line: 'usagectl questions run', caption: 'all questions'},
		{line: 'usagectl questions run active crashes -o md', caption: 'two questions, as Markdown for a chat'},
		{
			line: 'usagectl questions run -o junit --out checks.xml',
			caption: 'a JUnit report for CI',
		},
		{line: 'usagectl questions run --out usage.prom', caption: 'metrics for the textfile collector of node_exporter'},
	],
	flags: {
		only: optional({
			flags: '--only <which>',
			summary: '`failed` runs only the questions that failed last time or have no result',
			parse: choice(['failed']),
			choices: ['failed'],
		}),
		keep: toggle({flags: '--no-keep', summary: 'Do not save the results'}),
		...fileFlags,
	},
	args: [{name: '[names...]', summary: 'Questions to run (default: all)', complete: 'question'}],
	isJudged: true,
	columns: () => columns,
	run: async ({keep, only, ...options}, names, context) => {
		const validated = await openQuestions(options, context);
		validateNames(names, validated);
		const named = names.length > 0 ? names : validated.file.questions.map(({name}) => name);
		if (context.globals.dryRun) {
			await context.note(`${validated.path} is valid (${counted(named.length, 'question')}); nothing was run`);
			return {};
		}
		const ask = async () => {
			const failed = only === undefined ? named : await findFailed(validated, context);
			return runQuestions(
				named.filter(name => failed.includes(name)),
				validated,
				{context, keep},
			);
		};
		const outcomes = keep ? await withHistoryLock(validated.history, context, ask) : await ask();
		if (outcomes.length === 0) await context.note('nothing to run: no check failed last time');
		for (const each of outcomes)
			if ('failure' in each) await context.detail(`${each.name}: ${each.failure.details.hint}`);
		return {dataset: dataset(columnsFor(outcomes), outcomes.map(toRow)), exit: () => getExit(outcomes, context)};
	},
});
