import type {Combination, EventReference, SingleEvent} from '../../../contract/event-reference.ts';
import type {SandboxOptions} from '../../options/option-table.ts';
import {reject} from '../../rejection.ts';
import type {Database} from '../../store/database.ts';
import {compareLabels} from '../label-order.ts';
import {matches} from '../regular-expressions.ts';
import {and, or, query, raw, type Sql, sql} from '../sql-template.ts';

/** See docs/service.md#event-reference. */

type Combined = Pick<Combination, 'combiArray'>;

const exactly = ({category, name}: SingleEvent): Sql =>
	sql`(category IS NOT DISTINCT FROM ${category} AND name = ${name})`;

/** A null category means an event without a category, which no regular expression matches. */
function itemCondition(
	{category, name, categoryType, nameType}: Combined['combiArray'][number],
	options: SandboxOptions,
): Sql {
	const inCategory =
		categoryType === 'regex' && category !== null
			? matches(raw('category'), category, options)
			: sql`category IS NOT DISTINCT FROM ${category}`;
	const named = nameType === 'regex' ? matches(raw('name'), name, options) : sql`name = ${name}`;
	return and([inCategory, named]);
}

export const eventCondition = (reference: SingleEvent | Combined, options: SandboxOptions): Sql =>
	'combiArray' in reference ? or(reference.combiArray.map(item => itemCondition(item, options))) : exactly(reference);

export type ListedEvent = SingleEvent & {readonly event: number};

/** Events without a category come last. */
export function compareEvents(left: SingleEvent, right: SingleEvent): number {
	const byName = compareLabels(left.name, right.name);
	if (left.category === null || right.category === null)
		return Number(left.category === null) - Number(right.category === null) || byName;
	return compareLabels(left.category, right.category) || byName;
}

export const listEvents = (database: Database, product: number): Promise<readonly ListedEvent[]> =>
	query<ListedEvent>(database, sql`SELECT event, category, name FROM event WHERE productId = ${product}`);

export async function listAdvancedEvents(database: Database, product: number): Promise<readonly ListedEvent[]> {
	const rows = await query<ListedEvent>(
		database,
		sql`SELECT event, category, name FROM event WHERE productId = ${product} AND advanced`,
	);
	return [...rows].sort(compareEvents);
}

/**
 * Returns undefined if the response omits the event. Throws a Rejection for a single event that is not advanced, if the
 * options reject it.
 */
export async function findAdvancedEvents(
	database: Database,
	product: number,
	{reference, options}: {readonly reference: EventReference; readonly options: SandboxOptions},
): Promise<readonly number[] | undefined> {
	const rows = await query<{event: number}>(
		database,
		sql`SELECT event FROM event WHERE productId = ${product} AND advanced AND ${eventCondition(reference, options)}`,
	);
	if (rows.length > 0 || 'combiArray' in reference) return rows.map(({event}) => event);
	if (options['event-not-advanced'] === 'refuse')
		reject(`${reference.category ?? '(no category)'}/${reference.name} is not an advanced event`);
	return options['event-not-advanced'] === 'zero' ? [] : undefined;
}
