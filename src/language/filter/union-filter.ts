import {groupBy} from '../../text/group-by.ts';
import {fail} from '../source/expression-error.ts';
import {type Alternatives, type JoinOr, joinWithAnd, joinWithOr, type Parts} from './combine-clauses.ts';

/** Joins with `or`, also different properties. The API joins alternatives on one property itself. */
export const joinAcross: JoinOr = (items, whole) => {
	const groups = groupBy(items.flat(), parts => (parts.length === 1 ? parts[0]?.field : parts));
	return [...groups.values()].flatMap(group => (group.length > 1 ? joinWithOr([group], whole) : group));
};

/** Four alternatives would take sixteen requests for each figure. */
const mostAlternatives = 3;

/**
 * Returns the terms whose signed counts add up to the count of the alternatives: A or B = A + B - (A and B). Throws CliError (usage) if
 * there would be too many, or if the API cannot express one.
 */
export function getTerms(alternatives: Alternatives) {
	const [first] = alternatives[mostAlternatives] ?? [];
	if (first) {
		const message = `'or' joins ${alternatives.length} filters that the API cannot join; the limit is ${mostAlternatives}`;
		fail(first.span, 'too-many', message, {
			help: 'each further one doubles the number of requests: ask about fewer of them',
		});
	}
	const terms: {readonly sign: number; readonly parts: Parts}[] = [];
	for (const parts of alternatives) {
		const overlaps = terms.map(term => ({sign: -term.sign, parts: joinWithAnd([term.parts, parts])}));
		terms.push({sign: 1, parts}, ...overlaps);
	}
	return terms;
}
