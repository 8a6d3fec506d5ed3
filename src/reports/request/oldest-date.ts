import {isCalendarDay} from '../../calendar.ts';
import {meta} from '../../contract/operations/meta.ts';
import {getServiceName} from '../../session/cache-file.ts';
import {createOldestDates} from '../../session/oldest-dates.ts';
import type {ReportPorts} from '../report-ports.ts';

/**
 * Asks the service for the earliest date on which a report can start. Stores it, so that later commands can check a range without
 * a request; the sandbox's date is not stored, because it moves with the data. The product is by default that of the run.
 */
export async function fetchOldestDate(context: ReportPorts, product?: number): Promise<string> {
	const client = await context.connect();
	const options = {signal: context.signal, ...(product === undefined ? {} : {product})};
	const {oldestDate} = await client.call(meta.oldestReportedDate, {}, options);
	if (isCalendarDay(oldestDate) && !context.globals.sandbox) {
		const id = product ?? (await context.product());
		await createOldestDates(context).put(getServiceName(context.globals), id, oldestDate);
	}
	return oldestDate;
}
