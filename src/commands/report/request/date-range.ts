import {isCalendarDay} from '../../../contract/words.ts';
import {CliError} from '../../../errors.ts';
import {createOldestDates} from '../../../session/oldest-dates.ts';
import type {Context} from '../../command.ts';
import {getServiceName} from '../../globals.ts';
import {clampRange, isOldest, parseRange, type Range, type RangeFlags, rangeFlags} from './range.ts';

/** The oldest permitted date from the service. Throws CliError of kind usage in a run that may make no other call. */
async function askOldestDate(context: Context): Promise<string> {
	if (context.globals.dryRun || context.globals.raw) {
		throw new CliError('usage', 'the oldest permitted date is not known here, and this run may not ask for it', {
			hint: 'ask once: usagectl props oldest',
			code: 'oldest-unknown',
		});
	}
	// Loads schemas, which few ranges need.
	const {fetchOldestDate} = await import('../../oldest-date.ts');
	const date = await fetchOldestDate(context);
	if (isCalendarDay(date)) return date;
	throw new CliError('refused', `the service says that its oldest date is '${date.slice(0, 40)}'`, {
		hint: 'give a date to --from',
		endpoint: '/meta/oldestReportedDate',
	});
}

/**
 * The range of a report, checked against the oldest permitted date where an earlier command stored it; only the word `oldest`
 * makes a call. `--clamp` moves the start and warns; `-v` prints the range. Throws CliError of kind usage.
 */
export async function resolveRange(
	words: {readonly from: string; readonly to: string},
	context: Context,
	flags: RangeFlags = rangeFlags,
): Promise<Range> {
	const {globals, today} = context;
	const stored = globals.sandbox
		? undefined
		: await createOldestDates(context).find(getServiceName(globals), await context.product());
	const isNeeded = isOldest(words.from) || isOldest(words.to);
	const oldest = stored ?? (isNeeded ? await askOldestDate(context) : undefined);
	const range = parseRange(words, {today, oldest, flags});
	const permitted = clampRange(range, {oldest, clamp: globals.clamp, flags});
	if (permitted !== range) {
		await context.warn(`the start is moved from ${range.first} to the oldest date ${permitted.first}`);
	}
	await context.detail(`${flags === rangeFlags ? 'range' : 'baseline'}: ${permitted.first} to ${permitted.last}`);
	return permitted;
}
