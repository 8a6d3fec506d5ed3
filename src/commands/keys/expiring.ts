import {addDays} from '../../calendar.ts';
import {defineCommand} from '../../cli/definition/command.ts';
import {Expected, withDefault} from '../../cli/definition/flag.ts';
import {recordColumns} from './key-records.ts';
import {listingFlags, listKeys} from './list-keys.ts';

const daysOf = {d: 1, w: 7} as const;

/** `30d` or `4w`, in days. */
function parseDays(value: string): number {
	const [, count = '', unit = 'd'] = /^(\d{1,5})([dw])?$/.exec(value) ?? [];
	const days = count === '' ? 0 : Number(count) * daysOf[unit as keyof typeof daysOf];
	if (days < 1 || days > 36_500) throw new Expected('days or weeks such as 30d or 4w');
	return days;
}

/** `keys expiring`: keys whose last day is near. */
export const command = defineCommand({
	description:
		'Lists the keys whose last day is between today and so many days from now, the next one first. Keys that have expired ' +
		'already: keys list --filter expiryDate<today.',
	examples: [{line: 'usagectl keys expiring --within 30d', caption: 'whom to remind this month'}],
	flags: {
		within: withDefault({
			flags: '--within <days>',
			summary: 'how far ahead: 30d, 4w',
			parse: parseDays,
			default: '30d',
		}),
		...listingFlags,
	},
	product: 'many',
	isQuestion: true,
	compilesExpressions: true,
	columns: () => recordColumns,
	run: ({within, ...options}, _args, context) => {
		const {today} = context;
		const also = {name: '--within', text: `expiryDate=${today}..${addDays(today, within)}`};
		return listKeys({...options, also, skip: 0, sort: {column: 'expiryDate', isDescending: false}}, context);
	},
});
