import {addDays} from '../../calendar.ts';
import {defineCommand} from '../../cli/definition/command.ts';
import {Expected, withDefault} from '../../cli/definition/flag.ts';
import {requestGroups} from '../../cli/definition/globals.ts';
import {recordColumns} from '../../keys/rows/key-list-columns.ts';
import {counted} from '../../text/wording.ts';
import {filter, listMatching} from './key-filters.ts';
import {concurrency} from './key-flags.ts';
import {usage, usageColumns} from './key-usage-flags.ts';

const daysOf = {d: 1, w: 7} as const;

function parseDays(value: string): number {
	const [, count = '', unit = 'd'] = /^(\d{1,5})([dw])?$/.exec(value) ?? [];
	const days = count === '' ? 0 : Number(count) * daysOf[unit as keyof typeof daysOf];
	if (days < 1 || days > 36_500) throw new Expected('days or weeks, such as 30d or 4w');
	return days;
}

export const command = defineCommand({
	description:
		'Lists the keys whose expiry date is today or within the given time, soonest first. To list keys that have already expired, ' +
		"use `keys list --filter 'expiryDate<today'`.",
	examples: [
		{line: 'usagectl keys expiring --within 30d', caption: 'keys to renew in the next 30 days'},
		{line: 'usagectl keys expiring --usage', caption: 'and the number of installations that still use them'},
	],
	takes: [...requestGroups, 'today', 'tz', 'anyCode', 'rows', 'strict'],
	flags: {
		within: withDefault({
			flags: '--within <days>',
			summary: 'How far to look ahead: 30d, 4w',
			parse: parseDays,
			default: '30d',
		}),
		filter,
		usage,
		concurrency,
	},
	product: 'many',
	isQuestion: true,
	compilesExpressions: true,
	columns: ({usage: isAdded}) => (isAdded ? [...recordColumns, ...usageColumns] : recordColumns),
	run: ({within, ...options}, _args, context) => {
		const {today} = context;
		const last = addDays(today, within);
		const ownFilter = {name: '--within', text: `expiryDate=${today}..${last}`};
		const title = `License keys expiring, ${today} to ${last} (${counted(within + 1, 'day')})`;
		const none = options.filter.length > 0 ? undefined : `no license key expires from ${today} to ${last}`;
		return listMatching(
			{...options, title, none, ownFilter, skip: 0, sort: {column: 'expiryDate', isDescending: false}},
			context,
		);
	},
});
