import {isCalendarDay} from '../../calendar.ts';
import {meta} from '../../contract/operations/meta.ts';
import {createOldestDates} from '../../session/oldest-dates.ts';
import type {Context} from '../definition/command.ts';
import {getServiceName} from '../definition/globals.ts';

/**
 * The oldest date on which a report may start, as the service says it. It is stored, so that later commands can check a range
 * without a call; that of the sandbox is not, since it moves with the data.
 */
export async function fetchOldestDate(context: Context): Promise<string> {
	const client = await context.connect();
	const {oldestDate} = await client.call(meta.oldestReportedDate, {}, {signal: context.signal});
	if (isCalendarDay(oldestDate) && !context.globals.sandbox) {
		await createOldestDates(context).put(getServiceName(context.globals), await context.product(), oldestDate);
	}
	return oldestDate;
}
