import {type Context, defineCommand} from '../../cli/definition/command.ts';
import {type Options, optional, repeatedList, withDefault} from '../../cli/definition/flag.ts';
import {integer, listOf} from '../../cli/definition/flag-values.ts';
import {requestGroups} from '../../cli/definition/globals.ts';
import {parseAnySort} from '../../cli/definition/shared-flags.ts';
import {keySortFields} from '../../contract/request-words.ts';
import {CliError} from '../../errors.ts';
import {getCountColumns, parseCountColumn} from '../../keys/registry/count-keys.ts';
import {recordColumns} from '../../keys/rows/key-list-columns.ts';
import {filter, listMatching} from './key-filters.ts';
import {concurrency} from './key-flags.ts';
import {usage, usageColumns} from './key-usage-flags.ts';

const flags = {
	filter,
	sort: optional({
		flags: '--sort <column>',
		summary: 'Column to sort by; add :asc or :desc',
		parse: parseAnySort(keySortFields),
		choices: recordColumns.map(({key}) => key),
	}),
	skip: withDefault({flags: '--skip <n>', summary: 'Skip the first n keys', parse: integer({min: 0}), default: '0'}),
	concurrency,
	usage,
	countBy: repeatedList({
		flags: '--count-by <columns>',
		summary: 'Count the keys by these columns instead of listing them: licenseType,blacklisted',
		parse: listOf(parseCountColumn),
		choices: recordColumns.map(({key}) => key),
	}),
};

function validateFlags(
	{countBy, sort, skip, usage: isAdded}: Options<typeof flags>,
	{output}: Context['globals'],
): void {
	const rival = countBy.length > 0 ? '--count-by' : output === 'dashboard' && '-o dashboard';
	if (isAdded && rival)
		throw new CliError('usage', `--usage cannot be combined with ${rival}`, {hint: 'omit one of them'});
	if (countBy.length > 0 && output === 'dashboard')
		throw new CliError('usage', '--count-by cannot be combined with -o dashboard', {hint: 'omit one of them'});
	if (countBy.length === 0 || (sort === undefined && skip === 0)) return;
	throw new CliError(
		'usage',
		`--count-by cannot be combined with ${sort === undefined ? '--skip' : '--sort'}: it counts all keys, most frequent values first`,
		{
			hint: 'omit one of them',
		},
	);
}

export const command = defineCommand({
	description:
		'Lists every key that matches. If keys are added or removed while the list is being read, the command says so and exits with ' +
		'status 6; all other keys are listed exactly once. -o csv writes a file that `keys update` can import; -o dashboard writes one that the dashboard of the service can import. The service sorts ' +
		'by addedDate and overQuotaCount; sorting by another column reads all keys before the first one is shown.',
	examples: [
		{line: 'usagectl keys list --limit 20', caption: 'the first 20 keys'},
		{
			line: "usagectl keys list --filter 'overQuotaCount>0 and not licenseStatus.blacklisted' --sort overQuotaCount:desc",
			caption: 'keys over their quota that are not blacklisted, worst first',
		},
		{line: 'usagectl keys list --count-by licenseType', caption: 'how many keys there are of each type'},
		{line: 'usagectl keys list -o csv --out keys.csv', caption: 'all keys as a file to edit and import'},
		{line: 'usagectl keys list -o dashboard --out keys.txt', caption: 'all keys as the CSV that the dashboard imports'},
	],
	specialFormats: ['dashboard'],
	takes: [...requestGroups, 'today', 'tz', 'anyCode', 'rows', 'strict'],
	flags,
	product: 'many',
	isQuestion: true,
	compilesExpressions: true,
	columns: ({countBy, usage: isAdded}) => {
		if (countBy.length > 0) return getCountColumns(countBy);
		return isAdded ? [...recordColumns, ...usageColumns] : recordColumns;
	},
	run: (options, _args, context) => {
		validateFlags(options, context.globals);
		return listMatching(options, context);
	},
});
