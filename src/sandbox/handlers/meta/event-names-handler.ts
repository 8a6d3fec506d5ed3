import {dayText} from '../../../calendar.ts';
import type {lists} from '../../../contract/operations/client-and-event-lists.ts';
import {groupBy} from '../../../text/group-by.ts';
import type {Handler} from '../../handler.ts';

type Row = {
	readonly category: string | null;
	readonly name: string;
	readonly advanced: boolean;
	readonly first: number | null;
};

/**
 * Every event of the product is basic. An event without uses has no dateFirstSeen (docs/service.md#newer-event-names).
 */
export const listEventNames: Handler<typeof lists.eventNames> = async ({showEvents}, {product}, {database}) => {
	const rows = await database.rows<Row>(
		`SELECT category, name, advanced, (SELECT min(date) FROM event_usage AS u WHERE u.productId = e.productId AND u.event = e.event) AS first
		FROM event AS e WHERE productId = $1 ORDER BY category NULLS LAST, name`,
		[product],
	);
	const shown = rows.filter(({advanced}) => advanced || showEvents.some(each => each !== 'advanced'));
	const results = Array.from(
		groupBy(shown, ({category}) => category),
		([category, events]) => ({
			category,
			categoryEventNames: events.map(({name, advanced, first}) => ({
				eventName: name,
				basic: true,
				advanced,
				dateFirstSeen: first === null ? null : dayText(first),
			})),
		}),
	);
	return {results};
};
