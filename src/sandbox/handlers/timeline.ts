import type {endpoints} from '../../contract/endpoints.ts';
import type {Assumed} from '../assumptions/table.ts';
import {dayNumber, dayText} from '../calendar.ts';
import {type Handler, Refusal} from '../handler.ts';
import {
	type Named,
	type Population,
	readEvents,
	readPopulations,
	readUsageOverTime,
	type Usage,
} from '../query/event-usage.ts';
import {average} from '../query/figures.ts';
import {createPeriods} from '../query/periods.ts';

const nobody: Population = {users: 0, sessions: 0, minutes: 0};
const unused: Usage = {uses: 0, customValues: 0, customValueSum: 0, users: 0};

/** What one event of one period comes to. */
type Measure = (usage: Usage, population: Population) => number | null;

type View = {
	readonly custom: boolean;
	readonly divisor: 'users' | 'sessions' | 'runtime' | 'usageCounts' | null | undefined;
	readonly minutes: boolean;
};

function createMeasure({custom, divisor, minutes}: View, assume: Assumed): Measure {
	const amount = (usage: Usage) => (custom ? usage.customValueSum : usage.uses);
	if (!divisor) return amount;
	if (divisor === 'usageCounts') return usage => average(amount(usage), usage.uses, assume);
	if (divisor === 'runtime')
		return (usage, population) => average(amount(usage) * (minutes ? 1 : 60), population.minutes, assume);
	return (usage, population) => average(amount(usage), population[divisor], assume);
}

const isSame = (a: Named, b: Named) => a.category === b.category && a.name === b.name;

function validateKnown(events: readonly Named[], known: readonly Named[]): void {
	const unknown = events.find(event => !known.some(item => isSame(item, event)));
	if (unknown)
		throw new Refusal('SYNTAX ERROR', `the product has no event ${unknown.category ?? 'null'}/${unknown.name}`);
}

/** Events by day, week or month (service-api.md, POST /reporting/eventTracking/basic/timeline; wire-facts 1.18). */
export const timeline: Handler<typeof endpoints.events.timeline> = async (input, {product}, {database, assume}) => {
	const view = {
		custom: input.dataView === 'customValues',
		divisor: input.divisor,
		minutes: assume['runtime-divisor'] === 'minutes',
	};
	if (view.divisor === 'usageCounts' && !view.custom)
		throw new Refusal('SYNTAX ERROR', 'divisor usageCounts cannot be combined with dataView usageCount');
	if (assume['unknown-event'] === 'refuse') validateKnown(input.events, await readEvents(database, product));
	const range = {product, from: dayNumber(input.startDate), to: dayNumber(input.stopDate)};
	const periods = createPeriods(range, input.dateSplit, assume);
	const [rows, populations] = await Promise.all([
		readUsageOverTime(database, range, periods),
		readPopulations(database, range, periods),
	]);
	const usageOf = (period: number, event: Named) => rows.find(row => row.period === period && isSame(row, event));
	const measure = createMeasure(view, assume);
	const shown = periods.firsts.filter(
		period => assume['empty-dates'] === 'present' || input.events.some(event => usageOf(period, event)),
	);
	return {
		results: new Map(
			shown.map(period => [
				dayText(period),
				input.events.map(event => ({
					category: event.category,
					name: event.name,
					value: measure(usageOf(period, event) ?? unused, populations.get(period) ?? nobody),
				})),
			]),
		),
	};
};
