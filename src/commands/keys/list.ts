import {defineCommand} from '../../cli/definition/command.ts';
import {optional, withDefault} from '../../cli/definition/flag.ts';
import {integer} from '../../cli/definition/flag-values.ts';
import {parseAnySort} from '../../cli/definition/sort-flag.ts';
import {keySortFields} from '../../contract/request-words.ts';
import {recordColumns} from './key-records.ts';
import {listingFlags, listKeys} from './list-keys.ts';

/** `keys list`: the registry, all pages of it (docs/service.md#list-keys). */
export const command = defineCommand({
	description:
		'Lists every key that matches, page by page, without holding them in memory. When keys are added or removed meanwhile it ' +
		'says so and ends with 6; keys that are there throughout are listed exactly once. -o csv writes what keys update reads.',
	examples: [
		{line: 'usagectl keys list --limit 20', caption: 'the first twenty'},
		{
			line: "usagectl keys list --filter 'overQuotaCount>0 and not licenseStatus.blacklisted' --sort overQuotaCount:desc",
			caption: 'keys with more installations than they allow, worst first',
		},
		{line: 'usagectl keys list -o csv --out keys.csv', caption: 'the registry as a file to edit and upload'},
	],
	flags: {
		...listingFlags,
		sort: optional({
			flags: '--sort <column>',
			summary:
				'by the service: addedDate or overQuotaCount; by another column once all keys were read; :asc or :desc behind it',
			parse: parseAnySort(keySortFields),
			choices: recordColumns.map(({key}) => key),
		}),
		skip: withDefault({flags: '--skip <n>', summary: 'keys to skip', parse: integer({min: 0}), default: '0'}),
	},
	product: 'many',
	isQuestion: true,
	compilesExpressions: true,
	columns: () => recordColumns,
	run: (options, _args, context) => listKeys(options, context),
});
