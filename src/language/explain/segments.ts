import type {Level, Segment} from '../../contract/segments.ts';
import {printFlags} from '../filter/print.ts';
import {type Field, reportCatalogue, targetTitle} from '../properties/catalogue.ts';
import {shown} from '../values/quoting.ts';
import {ends} from '../values/range.ts';
import {everything} from '../values/regex.ts';
import {intervalClause} from './filter.ts';

/** One plain sentence for each segment. */

/** What each segment holds, and how it is called in the answer. */
export function explainSegments(property: string, segments: readonly Segment[] | undefined): string[] {
	const target = reportCatalogue.targets.get(property.toLowerCase());
	if (!target)
		return [
			`Installations are grouped by their first report: one segment a ${property === 'installationWeek' ? 'week' : 'month'}.`,
		];
	const title = targetTitle(target);
	if (!segments) return [`The service takes the top values of ${title}; installations without a value are left out.`];
	return segments.map(segment => asSentence(explainSegment(target.field, title, segment)));
}

export const asSentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** `Level 1, by OS Platform: …` */
export const explainLevel = (
	{property, segments, sort = 'alpha', sortDirection = 'asc'}: Level,
	index: number,
): string[] => [
	`Level ${index + 1} is ${property}, sorted by ${sort === 'alpha' ? 'label' : `${sort} installations`}, ${sortDirection === 'asc' ? 'ascending' : 'descending'}.`,
	...explainSegments(property, segments),
];

function explainSegment(field: Field, title: string, segment: Segment): string {
	const label = segment.segmentLabel === undefined ? '' : `'${shown(segment.segmentLabel)}': `;
	return `${label}${explainMatcher(field, title, segment)}`;
}

function explainMatcher(field: Field, title: string, segment: Segment): string {
	if (!('type' in segment)) {
		if ('includeNull' in segment) return `${title} is not known`;
		const {segmentLabel: _, ...flags} = segment;
		const entries = Object.entries(flags).filter((entry): entry is [string, boolean] => entry[1] !== undefined);
		return printFlags(new Map(entries), field.parts);
	}
	switch (segment.type) {
		case 'string':
			return `${title} is '${shown(segment.value)}'`;
		case 'boolean':
			return `${title} is ${segment.value ? 'yes' : 'no'}`;
		case 'number':
			return `${title} ${intervalClause(field, {kind: 'number', value: segment.value, null: segment.includeNull ?? false})}`;
		case 'numberRange':
			return `${title} ${intervalClause(field, {kind: 'number', ...ends(segment.min, segment.max), null: segment.includeNull ?? false})}`;
		default:
			return explainSplit(title, segment);
	}
}

function explainSplit(
	title: string,
	{type, value, split, limit, includeNull}: Extract<Segment, {type: 'stringArray' | 'regex'}>,
): string {
	const which =
		type === 'regex'
			? value === everything
				? 'known value'
				: `value matching ${shown(String(value))}`
			: `of ${value.length} values`;
	const unknown = includeNull ? ', and installations without a value' : '';
	if (split === false) {
		const all = type === 'regex' ? `every ${which}` : `any ${which}`;
		return `${all} of ${title} together in one segment${unknown}`;
	}
	return `each ${which} of ${title} is a segment of its own${limit === undefined ? '' : `, at most ${limit}`}${unknown}`;
}
