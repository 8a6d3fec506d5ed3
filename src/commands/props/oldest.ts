import {meta} from '../../contract/meta.ts';
import {isCalendarDay} from '../../contract/words.ts';
import {type Column, dataset} from '../../output/dataset.ts';
import {createOldestDates} from '../../session/oldest-dates.ts';
import {defineCommand} from '../command.ts';

const columns: readonly Column[] = [{key: 'oldestDate', title: 'Oldest date', kind: 'date'}];

export const propsOldest = defineCommand({
	description:
		'The plan of a product decides how far back a report may start. Reports remember the answer and refuse a start before it.',
	examples: [{line: 'usagectl --sandbox props oldest', does: 'how far back --from may go'}],
	flags: {},
	product: 'many',
	columns: () => columns,
	run: async (_options, _args, context) => {
		const {connect, globals, product, signal, stateDir, clock} = context;
		const client = await connect();
		const {oldestDate} = await client.call(meta.oldestReportedDate, {}, {signal});
		if (isCalendarDay(oldestDate) && !globals.sandbox)
			await createOldestDates({stateDir, clock}).put(
				globals.baseUrl ?? `profile ${globals.profile}`,
				await product(),
				oldestDate,
			);
		return {dataset: dataset(columns, [[oldestDate]])};
	},
});
