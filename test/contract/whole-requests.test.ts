import fc from 'fast-check';
import {expect, test} from 'vitest';
import type {z} from 'zod';
import type {Endpoint} from '../../src/contract/operations/endpoint.ts';
import {endpointRows} from '../../src/contract/operations/endpoints.ts';
import {properties} from '../../src/contract/properties.ts';
import {validateRequest} from '../../src/contract/rules/validate-request.ts';
import {started} from '../sandbox/support/started.ts';
import {mutated, valuesOf} from '../support/data/schema-values.ts';
import {laws} from '../support/laws/laws.ts';

/**
 * No request exists that the client takes and the sandbox does not, or the other way round: whole requests of every reading operation,
 * permitted or with something wrong in them, are refused with the same words by both, or answered. What only the service can know
 * (its engine of regular expressions, its dates, properties and events) is refused by it alone.
 */

const today = '2026-06-30';
// Few days of files, because each file is zipped to be listed.
const sandbox = await started({assume: ['file-days=20']});

const onlyTheService = [
	/^the regular expression /,
	/^startDate \S+ is before the earliest allowed date /,
	/^globalFilters: there is no property /,
	/^this report cannot be segmented by /,
	/ is not an advanced event$/,
	/^(?:property|properties|retDailyData): there is no /,
	/^startAfter: expected a value of the list$/,
	/^there is no file /,
];

const anyNames = fc.constantFrom(
	...properties.flatMap(({name, parts}) => [name, ...(parts ?? []).map(part => `${name}.${part}`)]),
	...['installationMonth', 'installationWeek', 'newProp', 'os.city', 'prodVersion.x', ''],
);
/** Mostly properties that can be segmented, so that some requests with levels are valid. */
const names = fc.oneof(
	{weight: 3, arbitrary: fc.constantFrom('prodVersion', 'prodEdition', 'C01', 'os.version', 'geography.country')},
	{weight: 2, arbitrary: anyNames},
);
const events = fc.constantFrom({category: 'Files', name: 'Open'}, {category: 'Export', name: 'PDF'});

const files = fc.constantFrom(`${sandbox.product}_exc_${today}.zip`, `${sandbox.product}_2026-06-29.zip`);

type Json = Readonly<Record<string, unknown>>;

/** The schema permits any text as a property or event; random ones would be unknown. */
const withNames = (json: Json, own: readonly string[], {event, file}: {event: object; file: string}): Json => {
	const renamed = Object.entries(json).map(([name, value]) => {
		if (name === 'segmentBy' || name === 'property') return [name, own[0]];
		if (name === 'properties') return [name, own];
		// More lines would repeat the same work.
		if (name === 'lineCount' && typeof value === 'number') return [name, Math.min(value, 20)];
		if (name === 'fileName' && value !== 'Pro') return [name, file];
		if (name === 'event') return [name, event];
		if (name === 'events' && Array.isArray(value)) return [name, [event, ...value.slice(2)]];
		if (name !== 'levels' || typeof value !== 'object' || value === null) return [name, value];
		const levels = Object.entries(value).map(([level, inner], at) => [level, {...(inner as Json), property: own[at]}]);
		return [name, Object.fromEntries(levels)];
	});
	return Object.fromEntries(renamed);
};

const requestsOf = ({request}: Endpoint) =>
	fc
		.tuple(
			valuesOf(request as z.ZodType, {anyway: true}),
			fc.array(names, {minLength: 3, maxLength: 3}),
			fc.record({event: events, file: files}),
		)
		.map(([json, own, others]) => withNames(json as Json, own, others))
		.chain(json => fc.oneof({weight: 3, arbitrary: fc.constant(json)}, {weight: 1, arbitrary: mutated(json)}));

// Custom events have the same schemas as exceptions.
const reading = endpointRows.filter(
	({path, scope, writes}) => scope === 'product' && !writes && !path.startsWith('/customEventTracking/'),
);

test.each(reading)('accepts or rejects the same requests as the sandbox: $path', async endpoint => {
	const hasMembers = Object.keys(endpoint.request.shape).length > 0;
	const counts = {answered: 0, refused: 0};
	await fc.assert(
		fc.asyncProperty(requestsOf(endpoint), async request => {
			const {errors, undocumented} = validateRequest(endpoint, request as Json, today);
			const {status, reason} = await sandbox.ask(endpoint.path, request as Json);
			if (status === 'OK') counts.answered++;
			if (errors.length > 0) counts.refused++;
			if (errors.length === 0 && onlyTheService.some(words => words.test(reason ?? ''))) return;
			const told = [errors, undocumented].find(words => words.length > 0)?.join('; ');
			expect({request, reason}).toEqual({request, reason: told});
		}),
		laws(hasMembers ? 40 : 3, hasMembers ? 10_000 : 3),
	);
	expect({answered: counts.answered > (hasMembers ? 2 : 0), refused: counts.refused > 1 || !hasMembers}).toEqual({
		answered: true,
		refused: true,
	});
});
