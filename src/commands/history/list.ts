import {defineCommand} from '../../cli/definition/command.ts';
import {toggle} from '../../cli/definition/flag.ts';
import {sentenceLayout} from '../../output/column-layout.ts';
import {type Column, dataset, type Row} from '../../output/dataset.ts';
import type {SavedResult} from '../../questions/results/result-history.ts';
import {findHistory, listSaved} from '../../questions/run/find-results.ts';
import {groupBy} from '../../text/group-by.ts';
import {historyFlags} from '../questions/file-flags.ts';

const commonColumns: readonly Column[] = [
	{key: 'question', title: 'Question', kind: 'text', layout: sentenceLayout},
	{key: 'product', title: 'Product', kind: 'text'},
];
const questionColumns: readonly Column[] = [
	...commonColumns,
	{key: 'answers', title: 'Results', kind: 'count'},
	{key: 'firstDay', title: 'First day', kind: 'date', layout: {priority: 3}},
	{key: 'lastDay', title: 'Last day', kind: 'date', layout: {priority: 3}},
];
const resultColumns: readonly Column[] = [
	...commonColumns,
	{key: 'day', title: 'Day', kind: 'date'},
	{key: 'taken', title: 'Run at', kind: 'date', storedAs: 'TIMESTAMP'},
	{key: 'file', title: 'File', kind: 'text', hiddenByDefault: true, layout: {minWidth: 16, cut: 'start'}},
];

const timeOf = (taken: string) => taken.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d).*$/, '$1-$2-$3T$4:$5:$6');
const toRow = ({question, product, day, taken, path}: SavedResult): Row => [
	question,
	product,
	day,
	timeOf(taken),
	path,
];

function summarize(saved: readonly SavedResult[]): readonly Row[] {
	const groups = groupBy(saved, ({question, product}) => JSON.stringify([question, product]));
	return [...groups]
		.sort(([one], [other]) => (one < other ? -1 : 1))
		.map(([, own]) => {
			const [{question, product}] = own;
			const days = own.map(({day}) => day).sort();
			return [question, product, days.length, days[0] ?? null, days.at(-1) ?? null];
		});
}

export const command = defineCommand({
	description:
		'Lists the questions that have saved results, with the number of results and the first and last day. With --each, lists the individual results, newest first.',
	examples: [
		{line: 'usagectl history list', caption: 'questions with saved results'},
		{line: 'usagectl history list active --each', caption: 'all results of one question'},
	],
	takes: ['product', 'rows'],
	flags: {each: toggle({flags: '--each', summary: 'Show one row per result'}), ...historyFlags},
	args: [{name: '[names...]', summary: 'Questions to list (default: all)', complete: 'question'}],
	columns: ({each}) => (each ? resultColumns : questionColumns),
	run: async ({each, ...options}, names, context) => {
		const saved = await listSaved(await findHistory(options, context), context, names);
		return {
			dataset: each ? dataset(resultColumns, saved.map(toRow).reverse()) : dataset(questionColumns, summarize(saved)),
		};
	},
});
