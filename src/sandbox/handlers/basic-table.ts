import type {endpoints} from '../../contract/endpoints.ts';
import type {Assumed} from '../assumptions/table.ts';
import {dayNumber} from '../calendar.ts';
import type {Handler} from '../handler.ts';
import {type Population, readEventUsage, readPopulation, type Usage} from '../query/event-usage.ts';
import {compareEvents} from '../query/events.ts';
import {average} from '../query/figures.ts';

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

/** The same members where there are no custom values (wire-facts 1.17, L). */
const sameFor = (figures: object, value: number | null) =>
	Object.fromEntries(Object.keys(figures).map(name => [name, value]));

/** A category itself has no name and stands before its events. */
const named = ({category, name}: {readonly category: string | null; readonly name: string | null}) => ({
	event: 0,
	category,
	name: name ?? '',
});

/** Usage and custom values of every event, by category (service-api.md, POST /reporting/eventTracking/basic/dataTable). */
export const basicTable: Handler<typeof endpoints.events.table> = async (input, {product}, {database, assume}) => {
	const range = {product, from: dayNumber(input.startDate), to: dayNumber(input.stopDate)};
	const [usage, active] = await Promise.all([readEventUsage(database, range), readPopulation(database, range)]);
	const figures = (item: Usage) => {
		const population = assume['average-users'] === 'using' ? {...active, users: item.users} : active;
		const custom = customFigures(item, population, assume);
		const none = assume['no-custom-values'] === 'zero' ? 0 : null;
		return [usageFigures(item, population, assume), item.customValues > 0 ? custom : sameFor(custom, none)] as const;
	};
	const listed = usage
		.filter(({uses}) => uses > 0 || assume['listed-events'] === 'all')
		.sort((a, b) => compareEvents(assume)(named(a), named(b)));
	const categories = listed.filter(({name}) => name === null);
	return {
		results: categories.map(category => {
			const [categoryUsageSummary, categoryCustomValuesSummary] = figures(category);
			const members = listed.filter(event => event.name !== null && event.category === category.category);
			const categoryEventsData = new Map(
				members.map(event => {
					const [eventUsage, eventCustomValues] = figures(event);
					return [event.name, {eventUsage, eventCustomValues}];
				}),
			);
			return {category: category.category, categoryUsageSummary, categoryCustomValuesSummary, categoryEventsData};
		}),
	};
};
