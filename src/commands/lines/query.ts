import type {LogKind} from '../../archive/kinds.ts';
import {queryLines} from '../../archive/lines/query.ts';
import {defineCommand} from '../command.ts';

const examples = {
	exceptions: [
		{
			line: `usagectl exceptions query crashes "SELECT prodVersion, count(*) FROM lines GROUP BY 1 ORDER BY 2 DESC"`,
			does: 'crashes by version',
		},
		{
			line: `usagectl exceptions query crashes "FROM lines WHERE timestamp >= '2026-01-01' LIMIT 5"`,
			does: 'five whole lines',
		},
	],
	events: [
		{
			line: `usagectl events query events "SELECT event_name, count(*) FROM lines GROUP BY 1 ORDER BY 2 DESC"`,
			does: 'lines by event',
		},
	],
};

/** `exceptions query`, `events query`: SQL over the lines in a folder of `sync`. */
export const createCommand = (kind: LogKind) =>
	defineCommand({
		description:
			'The lines are the view `lines`, with their own columns (exception.class is exception_class) and product, month, file and ' +
			'fingerprint. SQL can only read, and only in that folder. It is the SQL of DuckDB.',
		examples: examples[kind],
		flags: {},
		args: [
			{name: '<dir>', summary: 'a folder of `sync`', complete: 'directory'},
			{name: '<sql>', summary: 'one statement'},
		],
		run: async (_options, [folder = '', sql = ''], context) => ({
			dataset: await queryLines(folder, sql, {...context, kind}),
		}),
	});
