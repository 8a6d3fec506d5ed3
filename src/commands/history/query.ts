import {defineCommand} from '../../cli/definition/command.ts';
import {runSql} from '../../query/query-outcome.ts';
import {historyFlags, openSaved} from './find-results.ts';

export const command = defineCommand({
	description:
		'An older form of `query`. Reads the result history of --history, or the one that the question file (--file) sets.',
	examples: [
		{
			line: `usagectl history query "SELECT product, day, sum(value) AS active FROM (FROM figures WHERE question = 'active' QUALIFY taken = max(taken) OVER (PARTITION BY product, day)) GROUP BY ALL ORDER BY day"`,
			caption: 'a figure over time, from the latest result of each day',
		},
	],
	flags: historyFlags,
	args: [{name: '<sql>', summary: 'One SQL statement', complete: 'sql'}],
	run: async (options, [sql = ''], context) =>
		runSql({sql, archives: [], history: () => openSaved(options, context)}, context),
});
