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
			caption: 'five complete crash reports since 2026',
		},
	],
	events: [
		{
			line: `usagectl events query event-archive "SELECT event_name, count(*) FROM lines GROUP BY 1 ORDER BY 2 DESC"`,
			caption: 'records by event',
		},
	],
};

const columns = {
	exceptions: 'exception.class is exception_class), and product, month, file and fingerprint',
	events: 'event.name is event_name), and product, month and file',
};

const rows = {exceptions: 'crash report', events: 'event record'};

export const createCommand = (kind: LogKind) =>
	defineCommand({
		description:
			`Runs an SQL statement (DuckDB dialect) on an archive folder. The view \`lines\`, also named \`${kind}\`, has one row per ${rows[kind]}. ` +
			`Its columns are the fields of the service (${columns[kind]}. A statement can only read, and only from this folder. ` +
			'With --engine, the statement is sent to the engine unchanged; the tables there are exceptions and events.',
		examples: examples[kind],
		isQuestion: true,
		flags: {engine: profileFlags.engine},
		args: [
			{
				name: '<dir>',
				summary: 'Archive folder; required without --engine',
				complete: 'directory',
				orEngine: true,
				producedBy: producedBy[kind],
			},
			{name: '<sql>', summary: 'One SQL statement'},
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
