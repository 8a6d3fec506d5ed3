import type {LogKind} from '../../archive/files/log-kinds.ts';
import {getSetup} from '../../archive/tables/cluster/setup-statements.ts';
import {defineCommand} from '../../cli/definition/command.ts';
import {text} from '../../cli/definition/flag-values.ts';
import {profileFlags} from '../../cli/definition/globals.ts';
import {CliError} from '../../errors.ts';

/** `exceptions engine-setup`, `events engine-setup`: how a cluster comes to know the lines. */
export const createCommand = (kind: LogKind) =>
	defineCommand({
		description:
			'Prints the statements, and sends none. The table is what sync keeps in DIR/lines, copied to where the engine can read it ' +
			'(docs/lines.md). --engine takes an address as top does, and also spark:DATABASE, bigquery:DATASET/REGION.CONNECTION and ' +
			'athena:DATABASE.',
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
		args: [{name: '<location>', summary: 'the folder lines as the engine sees it, such as s3://bucket/lines'}],
		run: async (_options, [location = ''], {globals}) => {
			if (!globals.engine)
				throw new CliError('usage', 'an engine is missing', {
					hint: 'give --engine: trino://…, clickhouse://…, spark:, bigquery:DATASET/CONNECTION or athena:',
				});
			return {text: getSetup(globals.engine, kind, text(location))};
		},
	});
