import {type Column, dataset} from '../../../output/dataset.ts';
import {defineCommand} from '../../command.ts';
import {findHistory, historyFlags, listKept} from './choose.ts';

const columns: readonly Column[] = [
	{key: 'question', title: 'Question', kind: 'text'},
	{key: 'product', title: 'Product', kind: 'text'},
	{key: 'day', title: 'Day', kind: 'date'},
	{key: 'taken', title: 'Taken', kind: 'date'},
	{key: 'file', title: 'File', kind: 'text', isOnRequest: true},
];

/** `20260630T235959Z` → `2026-06-30T23:59:59`. */
const timeOf = (taken: string) => taken.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d).*$/, '$1-$2-$3T$4:$5:$6');

export const command = defineCommand({
	description: 'Lists the kept answers, the newest first. No answer is opened: the names of their files tell.',
	examples: [{line: 'usagectl history list', does: 'which answers are kept'}],
	flags: historyFlags,
	args: [{name: '[names...]', summary: 'questions; else all'}],
	columns: () => columns,
	run: async (options, names, context) => {
		const kept = await listKept(await findHistory(options, context), context);
		const wanted = kept.filter(({question}) => names.length === 0 || names.includes(question)).reverse();
		return {
			dataset: dataset(
				columns,
				wanted.map(({question, product, day, taken, path}) => [question, product, day, timeOf(taken), path]),
			),
		};
	},
});
