import {isCalendarDay} from '../../../contract/words.ts';
import {CliError} from '../../../errors.ts';
import {createOldestDates, type OldestDates} from '../../../session/oldest-dates.ts';
import type {Context} from '../../command.ts';
import {clampRange, isOldest, parseRange, type Range, type RangeFlags, rangeFlags} from './range.ts';

/** Whose plan it is: the address of the service, or the profile that holds it. */
const serviceOf = ({baseUrl, profile}: Context['globals']) => baseUrl ?? `profile ${profile}`;

/** Asks the service and remembers what it says. */
async function askOldest(context: Context, known: OldestDates): Promise<string> {
	if (context.globals.dryRun || context.globals.raw) {
		throw new CliError('usage', 'the oldest permitted date is not known here, and this run may not ask for it', {
			hint: 'ask once: usagectl props oldest',
			code: 'oldest-unknown',
		});
	}
	const {meta} = await import('../../../contract/meta.ts');
	const client = await context.connect();
	const {oldestDate} = await client.call(meta.oldestReportedDate, {}, {signal: context.signal});
	if (!isCalendarDay(oldestDate)) {
		throw new CliError('refused', `the service says that its oldest date is '${oldestDate.slice(0, 40)}'`, {
			hint: 'give a date to --from',
			endpoint: meta.oldestReportedDate.path,
		});
	}
	await known.put(serviceOf(context.globals), await context.product(), oldestDate);
	return oldestDate;
}

/**
 * The range of a report, checked against the oldest date that an earlier command learned (no call is made for the check).
 * `--clamp` moves the start and warns; `-v` prints the range. Throws CliError of kind usage.
 */
export async function resolveRange(
	words: {readonly from: string; readonly to: string},
	context: Context,
	flags: RangeFlags = rangeFlags,
): Promise<Range> {
	const {globals, today} = context;
	const known = createOldestDates(context);
	// The sandbox moves its oldest date with its data, and answers at once.
	const remembered = globals.sandbox ? undefined : await known.find(serviceOf(globals), await context.product());
	const isAsked = isOldest(words.from) || isOldest(words.to);
	const oldest = remembered ?? (isAsked ? await askOldest(context, known) : undefined);
	const range = parseRange(words, {today, oldest, flags});
	const permitted = clampRange(range, {oldest, clamp: globals.clamp, flags});
	if (permitted !== range)
		await context.warn(`the start is moved from ${range.first} to the oldest date ${permitted.first}`);
	await context.detail(`${flags === rangeFlags ? 'range' : 'baseline'}: ${permitted.first} to ${permitted.last}`);
	return permitted;
}
