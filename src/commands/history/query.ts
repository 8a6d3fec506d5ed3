import {defineCommand} from '../../cli/definition/command.ts';
import {findHistory, historyFlags, listSaved} from './find-results.ts';

export const command = defineCommand({
	description:
		'Queries all saved results with SQL (DuckDB dialect). The view `figures` has one row per value: question, product, day, taken, label (the row of the value), figure (its column) and value. The view `results` has one row per result, with its command, caveats, columns and rows. A statement can only read, and only from the history folder.',
	examples: [
		{
			line: `usagectl history query "SELECT day, sum(value) AS active FROM figures WHERE question = 'active' GROUP BY day ORDER BY day"`,
			caption: 'a figure over time',
		},
	],
	flags: historyFlags,
	args: [{name: '<sql>', summary: 'One SQL statement'}],
	run: async (options, [sql = ''], context) => {
		const folder = await findHistory(options, context);
		const paths = (await listSaved(folder, context)).map(({path}) => path);
		const {queryResults} = await import('../../archive/tables/result-views.ts');
		return {dataset: await queryResults(folder, {sql, paths}, context)};
	},
});
