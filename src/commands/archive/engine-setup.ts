import {exampleAddresses} from '../../archive/cluster/engine-address.ts';
import {getSetupStatements} from '../../archive/cluster/setup-statements.ts';
import type {LogKind} from '../../archive/log-kinds.ts';
import {defineCommand} from '../../cli/definition/command.ts';
import {text} from '../../cli/definition/flag-values.ts';
import {profileFlags} from '../../cli/definition/globals.ts';
import {CliError} from '../../errors.ts';

const {heading: _, ...engine} = profileFlags.engine;

export const createCommand = (kind: LogKind) =>
	defineCommand({
		description:
			'Prints the SQL statements that register the table of an archive with a query engine; sends nothing. First copy the ' +
			'lines/ folder of the archive to storage that the engine can read (see docs/lines.md).',
		examples: [
			{
				line: `usagectl ${kind} engine-setup s3://bucket/lines --engine trino://ada@trino.example:8080/delta/usage`,
				caption: 'statements for Trino',
			},
			{
				line: `usagectl ${kind} engine-setup gs://bucket/lines --engine bigquery:usage/eu.lake`,
				caption: 'statements for BigQuery',
			},
		],
		takes: ['out'],
		flags: {
			engine: {
				...engine,
				summary: `Engine: ${exampleAddresses.replace(' or ', ', ')}, spark:DATABASE, bigquery:DATASET/REGION.CONNECTION or athena:DATABASE (default: that of the profile)`,
			},
		},
		args: [{name: '<location>', summary: 'Address of the lines/ folder for the engine, such as s3://bucket/lines'}],
		run: async (_options, [location = ''], {globals}) => {
			if (!globals.engine)
				throw new CliError('usage', '--engine is missing', {
					hint: 'add --engine: trino://…, clickhouse://…, spark:, bigquery:DATASET/REGION.CONNECTION or athena:',
				});
			return {text: getSetupStatements(globals.engine, kind, text(location))};
		},
	});
