import type {Segment} from '../../contract/segment-schemas.ts';
import type {Catalog, Field} from '../properties/catalog.ts';
import {note, permissionNotes, unreported} from '../properties/property-notes.ts';
import type {Remark} from '../source/expression-error.ts';
import {matchAll} from '../values/regex.ts';

const isText = ({kind}: Field) => kind === 'text' || kind === 'levels';

/** The installations that null counts, and those without a value that it does not (docs/service.md#null). */
const nullReach: ReadonlyMap<string, {readonly counted: string; readonly left: string}> = new Map([
	['geography.country', {counted: 'those with a known continent', left: 'installations without a known continent'}],
	['geography.usState', {counted: 'those in the US', left: 'installations outside the US'}],
]);

/** Notes about the installations that are in no segment. In several levels, reports count them: reports/caveats/missing-values.ts. */
export function segmentNotes(property: string, segments: readonly Segment[] | undefined, catalog: Catalog): Remark[] {
	const field = catalog.targets.get(property.toLowerCase())?.field;
	if (!field) return [];
	const keepsNull = segments?.some(segment => 'includeNull' in segment) ?? false;
	const isNullLeft = field.nullable && !keepsNull;
	const reach = nullReach.get(property);
	const toCount = `to count ${reach?.counted ?? 'them'}, add null, as in '${property}: ${isText(field) ? 'each *' : '…'}, null'`;
	const whole = `${property}: installations without a value are in no segment; ${toCount}`;
	const chosen = `${property}: installations with other values${isNullLeft ? ', or without a value,' : ''} are in no segment`;
	const beyond = `${property}: ${reach?.left} are in no segment`;
	const lack = (message: string): Remark => ({...note('null', message), lacking: property});
	const left = isNullLeft ? [lack(whole)] : reach ? [lack(beyond)] : [];
	const old = unreported(field, 'they are in no segment').map(remark => ({...remark, lacking: property}));
	return [...permissionNotes(field), ...(isChosen(segments) ? [note('other', chosen)] : left), ...old];
}

/** Tests for segments that name some of the values of a text. Ranges of numbers and flags may be complete. */
const isChosen = (segments: readonly Segment[] | undefined): boolean => {
	const named = segments?.filter(segment => 'type' in segment) ?? [];
	const isPart = (segment: (typeof named)[number]) =>
		segment.type === 'string' ||
		segment.type === 'stringArray' ||
		(segment.type === 'regex' && segment.value !== matchAll);
	return named.length > 0 && named.every(isPart);
};
