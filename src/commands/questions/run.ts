import {type Context, defineCommand} from '../../cli/definition/command.ts';
import {optional, toggle} from '../../cli/definition/flag.ts';
import {choice} from '../../cli/definition/flag-values.ts';
import {CliError, exitCodes} from '../../errors.ts';
import {sentenceLayout} from '../../output/column-layout.ts';
import {type Column, dataset, type Row} from '../../output/dataset.ts';
import type {Verdict} from '../../questions/checks/check-outcome.ts';
import {nearNames, suggestion} from '../../text/near-names.ts';
import {counted} from '../../text/wording.ts';
import {askQuestions, type Outcome, withHistoryLock} from './ask-questions.ts';
import {type Asking, fileFlags, openQuestions} from './open-question-file.ts';

const columns: readonly Column[] = [
	{key: 'question', title: 'Question', kind: 'text', layout: sentenceLayout},
	{key: 'product', title: 'Product', kind: 'text', hiddenByDefault: true},
	{key: 'figure', title: 'Figure', kind: 'text', layout: {priority: 3}},
	{key: 'value', title: 'Value', kind: 'number', hasMixedUnits: true},
	{key: 'change', title: 'Change', kind: 'number', hasMixedUnits: true},
	{key: 'changePercent', title: 'Change %', kind: 'percent', unit: '%', layout: {priority: 3}},
	{key: 'since', title: 'Since', kind: 'date', layout: {priority: 3}},
	{key: 'verdict', title: 'Verdict', kind: 'text', layout: {priority: 1}},
	{key: 'reason', title: 'Why', kind: 'text', layout: {...sentenceLayout, priority: 1, minWidth: 28}},
];

/** Rows of several products show which is whose. */
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

/** The questions whose last kept answer fails, or that have none. */
async function findFailed({file, history}: Asking): Promise<readonly string[]> {
	const {createResultReader, listResults} = await import('../../questions/results/result-history.ts');
	const {summarizeResult} = await import('../../questions/checks/result-summary.ts');
	const saved = await listResults(history);
	const read = createResultReader();
	const failed = new Set<string>();
	for (const question of file.questions) {
		const own = saved.filter(each => each.question === question.name);
		const last = new Map(own.map(each => [each.product, each]));
		if (last.size === 0) failed.add(question.name);
		for (const each of last.values()) {
			const {verdict} = await summarizeResult(question, await read(each), {saved, read});
			if (verdict === 'fail') failed.add(question.name);
		}
	}
	return [...failed];
}

function validateNames(names: readonly string[], {file}: Asking): void {
	const known = file.questions.map(({name}) => name);
	const wrong = names.filter(name => !known.includes(name));
	const [first] = wrong;
	if (first === undefined) return;
	throw new CliError(
		'usage',
		`there is no question ${wrong.map(name => `'${name}'`).join(', ')}`,
		suggestion(nearNames(first, known), `the questions are ${known.join(', ')}`),
	);
}

/** The exit code: 7 for a check that fails, 6 where a question could not be asked. Where none could, the first failure is thrown. */
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
		'Asks the questions of usagectl.yaml, all or the named ones, keeps each answer in the folder of answers, and judges its checks. A line for each: its figure, the change since the last day that was asked, and the verdict: ok, warn, fail, or unknown where the numbers cannot carry one, with the reason. It ends with 7 when a check fails (with --strict also when one is unknown), with 6 when a question could not be asked. --dry-run checks the file and asks nothing.',
	examples: [
		{line: 'usagectl questions run', caption: 'ask all questions'},
		{line: 'usagectl questions run active crashes -o md', caption: 'two of them, for a chat'},
		{
			line: 'usagectl questions run -o junit --out checks.xml',
			caption: 'the verdicts, for the page of a CI job',
		},
	],
	flags: {
		...fileFlags,
		keep: toggle({flags: '--no-keep', summary: 'keep no answer'}),
		only: optional({
			flags: '--only <which>',
			summary: 'failed: those whose last answer fails a check, or that have none',
			parse: choice(['failed']),
			choices: ['failed'],
		}),
	},
	args: [{name: '[names...]', summary: 'questions of the file; else all', complete: 'question'}],
	isJudged: true,
	columns: () => columns,
	run: async ({keep, only, ...options}, names, context) => {
		const asking = await openQuestions(options, context);
		validateNames(names, asking);
		const named = names.length > 0 ? names : asking.file.questions.map(({name}) => name);
		if (context.globals.dryRun) {
			await context.note(`nothing was asked: ${asking.path} is in order, with ${counted(named.length, 'question')}`);
			return {};
		}
		const ask = async () => {
			const failed = only === undefined ? named : await findFailed(asking);
			return askQuestions(
				named.filter(name => failed.includes(name)),
				asking,
				{context, keep},
			);
		};
		const outcomes = keep ? await withHistoryLock(asking.history, context, ask) : await ask();
		if (outcomes.length === 0) await context.note('nothing was asked: no last answer fails a check');
		for (const each of outcomes)
			if ('failure' in each) await context.detail(`${each.name}: ${each.failure.details.hint}`);
		return {dataset: dataset(columnsFor(outcomes), outcomes.map(toRow)), exit: () => getExit(outcomes, context)};
	},
});
