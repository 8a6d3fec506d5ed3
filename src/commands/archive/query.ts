import type {LogKind} from '../../archive/files/log-kinds.ts';
import {queryArchive} from '../../archive/tables/query-folder.ts';
import {defineCommand} from '../../cli/definition/command.ts';
import {profileFlags} from '../../cli/definition/globals.ts';
import {findCluster, getClusterPorts, isDryRun} from './ask-records.ts';
import {producedBy} from './filter-flags.ts';

const examples = {
	exceptions: [
		{
			line: `usagectl exceptions query crashes "SELECT prodVersion, count(*) FROM lines GROUP BY 1 ORDER BY 2 DESC"`,
			caption: 'crashes by version',
		},
		{
			line: `usagectl exceptions query crashes "FROM lines WHERE timestamp >= '2026-01-01' LIMIT 5"`,
			caption: 'five whole lines',
		},
	],
	events: [
		{
			line: `usagectl events query events "SELECT event_name, count(*) FROM lines GROUP BY 1 ORDER BY 2 DESC"`,
			caption: 'lines by event',
		},
	],
};

const columns = {
	exceptions: 'their own columns (exception.class is exception_class) and product, month, file and fingerprint',
	events: 'their own columns (event.name is event_name) and product, month and file',
};

/** `exceptions query`, `events query`: SQL over the lines in a folder of `sync`. */
export const createCommand = (kind: LogKind) =>
	defineCommand({
		description:
			`The lines are the view \`lines\`, also called \`${kind}\`, with ${columns[kind]}. ` +
			'SQL can only read, and only in that folder. It is the SQL of DuckDB. With --engine it goes to the cluster as it is, in its ' +
			'own SQL, and the tables are called exceptions and events.',
		examples: examples[kind],
		isQuestion: true,
		flags: {engine: profileFlags.engine},
		args: [
			{
				name: '<dir>',
				summary: `a folder of \`${kind} sync\`; none with --engine`,
				complete: 'directory',
				orEngine: true,
				producedBy: producedBy[kind],
			},
			{name: '<sql>', summary: 'one statement'},
		],
		run: async (_options, args, context) => {
			const sql = args.at(-1) ?? '';
			const folders = args.slice(0, -1);
			const cluster = findCluster(context, folders);
			if (await isDryRun(cluster, context)) return {};
			if (!cluster) return {dataset: await queryArchive(folders[0] ?? '', sql, {...context, kind})};
			const {queryCluster} = await import('../../archive/tables/cluster/cluster.ts');
			return {dataset: await queryCluster(kind, sql, await getClusterPorts(cluster, context))};
		},
	});
