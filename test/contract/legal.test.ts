import fc from 'fast-check';
import {expect, test} from 'vitest';
import {z} from 'zod';
import {globalFilters} from '../../src/contract/filter-schemas.ts';
import {keyFilters} from '../../src/contract/operations/license-keys.ts';
import {properties} from '../../src/contract/properties.ts';
import {reportRows} from '../../src/contract/reports.ts';
import {type PartKind, validatePart} from '../../src/contract/rules/validate-request.ts';
import {levels, segmentMembers} from '../../src/contract/segment-schemas.ts';
import {CliError, listErrors} from '../../src/errors.ts';
import {
	type Compiled,
	compileFilter,
	compileKeyFilter,
	compileLevels,
	compileSegments,
} from '../../src/language/compile-expressions.ts';
import {readJson} from '../../src/language/source/read-json.ts';
import type {Source} from '../../src/language/source/source-text.ts';
import {started} from '../sandbox/support/started.ts';
import {mutated, valuesOf} from '../support/data/schema-values.ts';
import {laws} from '../support/laws/laws.ts';

/**
 * JSON that flags take, permitted or with something wrong in it, is sent unchanged and answered, or refused by the client with the words
 * of the sandbox. What the sandbox refuses and the client sends was warned of in these words; but nobody reads regular expressions
 * before the engine does, and properties that nobody knows are the service's.
 */

const sandbox = await started();
const context = {today: '2026-06-30', anyCode: true};
const range = {startDate: '2026-06-01', stopDate: '2026-06-20'};
const current = {
	startDate: '2026-06-01',
	clientStatus: ['new'],
	daysUntilDeclaredLost: 30,
	dateReportedLost: 'dateLastSeen',
};
const filterReport = {...context, report: reportRows.current, clientStatus: ['new']} as const;
const names = fc.constantFrom(
	...properties.flatMap(({name, parts}) => (parts ? parts.map(part => `${name}.${part}`) : [name])),
	...['licenseStatus', 'os', 'installationMonth', 'newProp'],
);

type Json = Record<string, never>;
type Kind = {
	readonly name: PartKind;
	readonly schema: z.ZodType;
	readonly compile: (sources: readonly Source[]) => Compiled<object>;
	readonly path: string;
	readonly request: (json: Json) => object;
	/** The schema permits any text as a property. */
	readonly by?: (json: Json, names: readonly string[]) => object;
};
const kinds: readonly Kind[] = [
	{
		name: 'filter',
		schema: globalFilters(),
		compile: sources => compileFilter(sources, filterReport),
		path: '/reporting/generic/current',
		request: globalFilters => ({...current, globalFilters}),
	},
	{
		name: 'key',
		schema: keyFilters(),
		compile: sources => compileKeyFilter(sources, context),
		path: '/licenseKeys/listKeys',
		request: filters => ({filters}),
	},
	{
		name: 'level',
		schema: levels(),
		compile: sources => compileLevels(sources, filterReport),
		path: '/reporting/generic/current',
		request: json => ({...current, levels: json}),
		by: (json, own) =>
			Object.fromEntries(
				Object.entries(json).map(([name, level], at) => [name, {...(level as Json), property: own[at]}]),
			),
	},
	{
		name: 'segment',
		schema: z.strictObject(segmentMembers()),
		compile: ([segmentBy = {name: '', text: ''}]) =>
			compileSegments({segmentBy, segments: []}, {...context, report: reportRows.retention}),
		path: '/reporting/engagement/churnAndEngagement',
		request: json => ({...range, daysUntilDeclaredLost: 30, dateSplit: 'month', ...json}),
		by: (json, own) => ({...json, segmentBy: own[0]}),
	},
];

/** Returns the request and the warnings of the client, or its error message. */
function send({compile}: Kind, json: object) {
	try {
		const made = compile([{name: 'json', text: JSON.stringify(json), readJson}]);
		return {json: made.json, warnings: made.warnings.map(({message}) => message)};
	} catch (error) {
		if (error instanceof CliError && error.kind === 'usage') {
			const [first = error, ...others] = listErrors(error);
			return {refused: [first, ...others].map(({message}) => message), code: first.details.code};
		}
		throw error;
	}
}

test.each(kinds)('$name: client and sandbox accept the same requests', async kind => {
	const {schema, path, request, by = (json: Json) => json} = kind;
	const counts = {taken: 0, refused: 0};
	const given = fc
		.tuple(valuesOf(schema, {anyway: true}), fc.array(names, {minLength: 3, maxLength: 3}))
		.map(([value, own]) => by(value as Json, own))
		.chain(json => fc.oneof({weight: 3, arbitrary: fc.constant<unknown>(json)}, {weight: 1, arbitrary: mutated(json)}));
	await fc.assert(
		fc.asyncProperty(given, async json => {
			// One more member of a request is ignored; next to segmentBy and segments it is an error.
			const {surplus, segmentBy} = json as Json;
			fc.pre(kind.name !== 'segment' || (surplus === undefined && typeof segmentBy === 'string'));
			const sent = send(kind, json as object);
			const {status, reason} = await sandbox.ask(path, request(json as Json));
			const isTaken = status === 'OK';
			counts[isTaken ? 'taken' : 'refused']++;
			if ('refused' in sent) {
				// A name outside the catalog is looked up at the service before it is refused.
				if (sent.code !== 'bad-shape') expect({json, isTaken}).toEqual({json, isTaken: false});
				// What the rest of the request breaks with it is told too, and counted if there is too much.
				else {
					const isTold = sent.refused.every(message => reason?.includes(message));
					expect({json, reason, refused: sent.refused, isTold}).toMatchObject({isTold: true});
				}
				return;
			}
			expect({json: sent.json}).toEqual(validatePart(kind.name, json as Json));
			if (isTaken || /regular expression/.test(reason)) return;
			const isTold = (part: string) => sent.warnings.some(warning => warning.includes(part));
			expect({reason, warned: reason.split('; ').every(isTold)}).toEqual({reason, warned: true});
		}),
		laws(50, 10_000),
	);
	expect({some: counts.taken > 10, refused: counts.refused > 2}).toEqual({some: true, refused: true});
});
