import {defineCommand} from '../../cli/definition/command.ts';
import {findHistory, historyFlags, listKept} from './find-results.ts';

export const command = defineCommand({
	description:
		'SQL over all kept answers. The view `figures` has a row for each figure: question, product, day, taken, label (what the row is about), figure, value; `answers` has a row for each answer, with its command, caveats, columns and rows. SQL can only read, and only in that folder. It is the SQL of DuckDB.',
	examples: [
		{
			line: `usagectl history query "SELECT day, sum(value) AS active FROM figures WHERE question = 'active' GROUP BY day ORDER BY day"`,
			caption: 'a figure over all answers',
		},
	],
	flags: historyFlags,
	args: [{name: '<sql>', summary: 'one statement'}],
	run: async (options, [sql = ''], context) => {
		const folder = await findHistory(options, context);
		const paths = (await listKept(folder, context)).map(({path}) => path);
		const {queryAnswers} = await import('../../archive/tables/result-views.ts');
		return {dataset: await queryAnswers(folder, {sql, paths}, context)};
	},
});
