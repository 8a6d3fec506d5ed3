import type {EventReference} from '../../contract/event-reference.ts';
import type {Assumed} from '../assumptions/table.ts';
import {matches} from './patterns.ts';
import {and, or, raw, type Sql, sql} from './sql.ts';

/** Which events of the table `event` are meant (service-api.md, "Event reference" and lifetimeEventUsage). */

type Named = {readonly category: string | null; readonly name: string};
type Item = Named & {readonly categoryType: 'string' | 'regex'; readonly nameType: 'string' | 'regex'};

const exactly = ({category, name}: Named): Sql => sql`(category IS NOT DISTINCT FROM ${category} AND name = ${name})`;

/** A category of null is the absence of one; no regular expression matches it. */
function itemCondition({category, name, categoryType, nameType}: Item, assume: Assumed): Sql {
	const inCategory =
		categoryType === 'regex' && category !== null
			? matches(raw('category'), category, assume)
			: sql`category IS NOT DISTINCT FROM ${category}`;
	const named = nameType === 'regex' ? matches(raw('name'), name, assume) : sql`name = ${name}`;
	return and([inCategory, named]);
}

type Combined = {readonly combiArray: readonly Item[]};

/** Condition on `category` and `name`: the single event, or any of a combination's. */
export const eventCondition = (reference: EventReference | Named | Combined, assume: Assumed): Sql =>
	'combiArray' in reference ? or(reference.combiArray.map(item => itemCondition(item, assume))) : exactly(reference);
