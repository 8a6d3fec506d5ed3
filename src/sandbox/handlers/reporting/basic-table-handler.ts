import {dayNumber} from '../../../calendar.ts';
import type {endpoints} from '../../../contract/operations/endpoints.ts';
import {groupBy} from '../../../text/group-by.ts';
import type {Handler} from '../../handler.ts';
import {average} from '../../query/averages.ts';
import {compareEvents} from '../../query/events/event-selection.ts';
import {
	type Population,
	readEventUsage,
	readPopulation,
	type TableRow,
	type Usage,
} from '../../query/events/event-usage.ts';

const usageFigures = ({uses}: Usage, {users, sessions, minutes}: Population) => ({
	cumulativeUsageCount: uses,
	averageCountPerUser: average(uses, users),
	averageCountPerSession: average(uses, sessions),
	averageCountPerRuntimeHour: average(uses * 60, minutes),
});

const customFigures = ({uses, customValueSum}: Usage, {users, sessions, minutes}: Population) => ({
	cumulativeCustomValueCount: customValueSum,
	averageCustomValuePerEvent: average(customValueSum, uses),
	averageCustomValuePerUser: average(customValueSum, users),
	averageCustomValuePerSession: average(customValueSum, sessions),
	averageCustomValuePerRuntimeHour: average(customValueSum * 60, minutes),
});

const withoutValues = (figures: object) => Object.fromEntries(Object.keys(figures).map(name => [name, null]));

/** A category has no name and sorts before its events. */
const named = ({category, name}: TableRow) => ({category, name: name ?? ''});

export const basicTable: Handler<typeof endpoints.events.table> = async (input, {product}, {database}) => {
	const range = {product, from: dayNumber(input.startDate), to: dayNumber(input.stopDate)};
	const [usage, active] = await Promise.all([readEventUsage(database, range), readPopulation(database, range)]);
	const figures = (row: TableRow) => {
		const custom = customFigures(row, active);
		return [usageFigures(row, active), row.customValues > 0 ? custom : withoutValues(custom)] as const;
	};
	const listed = usage.toSorted((a, b) => compareEvents(named(a), named(b)));
	const results = Array.from(
		groupBy(listed, row => row.category),
		([category, [whole, ...events]]) => {
			const [categoryUsageSummary, categoryCustomValuesSummary] = figures(whole);
			const categoryEventsData = new Map(
				events.map(row => {
					const [eventUsage, eventCustomValues] = figures(row);
					return [row.name, {eventUsage, eventCustomValues}];
				}),
			);
			return {category, categoryUsageSummary, categoryCustomValuesSummary, categoryEventsData};
		},
	);
	return {results};
};
