import type {LogKind} from '../../archive/files/log-kinds.ts';
import {getSetup} from '../../archive/tables/cluster/setup-statements.ts';
import {defineCommand} from '../../cli/definition/command.ts';
import {text} from '../../cli/definition/flag-values.ts';
import {profileFlags} from '../../cli/definition/globals.ts';
import {CliError} from '../../errors.ts';

/** `exceptions engine-setup`, `events engine-setup`: the SQL that registers a table with a cluster. */
export const createCommand = (kind: LogKind) =>
	defineCommand({
		description:
			'Prints the SQL statements that register the table of an archive with an engine; sends nothing. The table is the folder ' +
			'lines/ of the archive, copied to storage that the engine can read (docs/lines.md). Besides the addresses of a cluster, ' +
			'--engine takes spark:DATABASE, bigquery:DATASET/REGION.CONNECTION and athena:DATABASE.',
		examples: [
			{
				line: `usagectl ${kind} engine-setup s3://bucket/lines --engine trino://ada@trino.example:8080/delta/usage`,
				caption: 'for Trino',
			},
			{
				line: `usagectl ${kind} engine-setup gs://bucket/lines --engine bigquery:usage/eu.lake`,
				caption: 'for BigQuery',
			},
		],
		flags: {engine: profileFlags.engine},
		args: [{name: '<location>', summary: 'Location of the folder lines/ for the engine, such as s3://bucket/lines'}],
		run: async (_options, [location = ''], {globals}) => {
			if (!globals.engine)
				throw new CliError('usage', '--engine is missing', {
					hint: 'add --engine: trino://…, clickhouse://…, spark:, bigquery:DATASET/CONNECTION or athena:',
				});
			return {text: getSetup(globals.engine, kind, text(location))};
		},
	});
