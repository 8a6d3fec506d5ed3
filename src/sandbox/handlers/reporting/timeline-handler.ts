import {dayNumber, dayText} from '../../../calendar.ts';
import type {SingleEvent} from '../../../contract/event-reference.ts';
import type {endpoints} from '../../../contract/operations/endpoints.ts';
import type {Handler, Service} from '../../handler.ts';
import {average} from '../../query/averages.ts';
import {createPeriods} from '../../query/calendar-periods.ts';
import {listEvents} from '../../query/events/event-selection.ts';
import {
	nobody,
	type Population,
	readPopulations,
	readUsageOverTime,
	type Usage,
} from '../../query/events/event-usage.ts';
import {reject} from '../../rejection.ts';

const unused: Usage = {uses: 0, customValues: 0, customValueSum: 0};

type Measure = (usage: Usage, population: Population) => number | null;

type View = {
	readonly custom: boolean;
	readonly divisor: 'users' | 'sessions' | 'runtime' | 'usageCounts' | null | undefined;
};

function createMeasure({custom, divisor}: View): Measure {
	const amount = (usage: Usage) => (custom ? usage.customValueSum : usage.uses);
	if (!divisor) return amount;
	if (divisor === 'usageCounts') return usage => average(amount(usage), usage.uses);
	if (divisor === 'runtime') return (usage, population) => average(amount(usage) * 60, population.minutes);
	return (usage, population) => average(amount(usage), population[divisor]);
}

/** Returns the number of each event, or undefined for an event that the product does not have. */
async function findEvents(requested: readonly SingleEvent[], product: number, {database, options}: Service) {
	const known = await listEvents(database, product);
	return requested.map(({category, name}) => {
		const event = known.find(each => each.category === category && each.name === name)?.event;
		if (event === undefined && options['unknown-event'] === 'refuse')
			reject(`the product has no event ${category ?? 'null'}/${name}`);
		return event;
	});
}

/** See docs/service.md#basic-timeline. */
export const timeline: Handler<typeof endpoints.events.timeline> = async (input, {product}, service) => {
	const {database, options} = service;
	const view = {custom: input.dataView === 'customValues', divisor: input.divisor};
	const spelling = options['usage-view'];
	if (!view.custom && spelling !== 'both' && input.dataView !== spelling)
		reject(`dataView: expected ${spelling} or customValues`);
	const numbers = await findEvents(input.events, product, service);
	const events = numbers.filter(event => event !== undefined);
	const range = {product, from: dayNumber(input.startDate), to: dayNumber(input.stopDate)};
	const periods = createPeriods(range, input.dateSplit);
	const [rows, populations] = await Promise.all([
		events.length > 0 ? readUsageOverTime(database, range, {periods, events}) : [],
		view.divisor ? readPopulations(database, range, periods) : new Map<number, Population>(),
	]);
	const usage = new Map(rows.map(row => [`${row.period} ${row.event}`, row]));
	const measure = createMeasure(view);
	const used = new Set(rows.map(({period}) => period));
	const shown = periods.firsts.filter(period => options['empty-dates'] === 'present' || used.has(period));
	const values = (period: number) =>
		input.events.map(({category, name}, place) => {
			const eventUsage = usage.get(`${period} ${numbers[place]}`) ?? unused;
			return {category, name, value: measure(eventUsage, populations.get(period) ?? nobody)};
		});
	return {results: new Map(shown.map(period => [dayText(period), values(period)]))};
};
