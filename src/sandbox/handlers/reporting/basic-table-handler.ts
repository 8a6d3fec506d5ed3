import {dayNumber} from '../../../calendar.ts';
import type {endpoints} from '../../../contract/operations/endpoints.ts';
import type {Assumed} from '../../assumptions/assumption-table.ts';
import type {Handler, Service} from '../../handler.ts';
import {average} from '../../query/averages.ts';
import {compareEvents} from '../../query/events/event-selection.ts';
import {
	type EventRange,
	type Population,
	readEventUsage,
	readEventUsers,
	readPopulation,
	type TableRow,
	type Usage,
} from '../../query/events/event-usage.ts';

const usageFigures = ({uses}: Usage, {users, sessions, minutes}: Population, assume: Assumed) => ({
	cumulativeUsageCount: uses,
	averageCountPerUser: average(uses, users, assume),
	averageCountPerSession: average(uses, sessions, assume),
	averageCountPerRuntimeHour: average(uses * 60, minutes, assume),
});

const customFigures = ({uses, customValueSum}: Usage, {users, sessions, minutes}: Population, assume: Assumed) => ({
	cumulativeCustomValueCount: customValueSum,
	averageCustomValuePerEvent: average(customValueSum, uses, assume),
	averageCustomValuePerUser: average(customValueSum, users, assume),
	averageCustomValuePerSession: average(customValueSum, sessions, assume),
	averageCustomValuePerRuntimeHour: average(customValueSum * 60, minutes, assume),
});

/** The members of some figures, all with one value: for an event that never carried a custom value. */
const sameFor = (figures: object, value: number | null) =>
	Object.fromEntries(Object.keys(figures).map(name => [name, value]));

/** The sort key of a row: a category has no name and comes before its events. */
const named = ({category, name}: {readonly category: string | null; readonly name: string | null}) => ({
	event: 0,
	category,
	name: name ?? '',
});

/** Returns the users that the averages of a row are over: all active ones, or those who used the event. */
async function readUsers(range: EventRange, active: Population, {database, assume}: Service) {
	if (assume['average-users'] === 'active') return () => active.users;
	const rows = await readEventUsers(database, range);
	const users = new Map(rows.map(({category, name, users: own}) => [JSON.stringify([category, name]), own]));
	return ({category, name}: TableRow) => users.get(JSON.stringify([category, name])) ?? 0;
}

/** Usage and custom values of every event, by category (docs/service.md#basic-table). */
export const basicTable: Handler<typeof endpoints.events.table> = async (input, {product}, service) => {
	const {database, assume} = service;
	const range = {product, from: dayNumber(input.startDate), to: dayNumber(input.stopDate)};
	const [usage, active] = await Promise.all([readEventUsage(database, range), readPopulation(database, range)]);
	const users = await readUsers(range, active, service);
	const none = assume['no-custom-values'] === 'zero' ? 0 : null;
	const figures = (row: TableRow) => {
		const population = {...active, users: users(row)};
		const custom = customFigures(row, population, assume);
		return [usageFigures(row, population, assume), row.customValues > 0 ? custom : sameFor(custom, none)] as const;
	};
	const listed = usage
		.filter(({uses}) => uses > 0 || assume['listed-events'] === 'all')
		.sort((a, b) => compareEvents(assume)(named(a), named(b)));
	const getEvents = (category: string | null) =>
		listed
			.filter(row => row.name !== null && row.category === category)
			.map(row => {
				const [eventUsage, eventCustomValues] = figures(row);
				return [row.name, {eventUsage, eventCustomValues}] as const;
			});
	const results = listed
		.filter(({name}) => name === null)
		.map(row => {
			const [categoryUsageSummary, categoryCustomValuesSummary] = figures(row);
			const categoryEventsData = new Map(getEvents(row.category));
			return {category: row.category, categoryUsageSummary, categoryCustomValuesSummary, categoryEventsData};
		});
	return {results};
};
