import fc from 'fast-check';
import {expect, test} from 'vitest';
import type {z} from 'zod';
import {compileAsGiven} from '../../src/commands/as-given.ts';
import {engagement} from '../../src/contract/churn-report.ts';
import {globalFilters} from '../../src/contract/filters.ts';
import {keyFilters} from '../../src/contract/license-keys.ts';
import {properties} from '../../src/contract/properties.ts';
import {levels} from '../../src/contract/segments.ts';
import {CliError} from '../../src/errors.ts';
import {
	type Compiled,
	compileFilter,
	compileKeyFilter,
	compileLevels,
	compileSegments,
} from '../../src/language/compile.ts';
import type {Source} from '../../src/language/source/source.ts';
import {started} from '../sandbox/support/started.ts';
import {laws} from '../support/laws.ts';
import {valuesOf} from '../support/schema-values.ts';

/**
 * Every request that the schemas permit passes the flags that take JSON, unchanged, or is refused by the client and by the sandbox
 * alike. What the sandbox refuses and the client sends was warned of; but nobody reads regular expressions before the engine does.
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
const filterReport = {...context, report: 'generic/current', clientStatus: ['new']} as const;
const names = fc.constantFrom(
	...properties.flatMap(({name, parts}) => (parts ? parts.map(part => `${name}.${part}`) : [name])),
	...['licenseStatus', 'os', 'installationMonth', 'newProp'],
);

type Json = Record<string, never>;
type Kind = {
	readonly name: Parameters<typeof compileAsGiven>[0];
	readonly schema: z.ZodType;
	readonly compile: (sources: readonly Source[]) => Compiled<object>;
	readonly path: string;
	readonly request: (json: Json) => object;
	/** The schema permits any text in the place of a property. */
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
		schema: engagement.request.pick({segmentBy: true, segments: true}),
		compile: ([segmentBy = {name: '', text: ''}]) =>
			compileSegments({segmentBy, segments: []}, {...context, report: 'engagement/churnAndEngagement'}),
		path: '/reporting/engagement/churnAndEngagement',
		request: json => ({...range, daysUntilDeclaredLost: 30, dateSplit: 'month', ...json}),
		by: (json, own) => ({...json, segmentBy: own[0]}),
	},
];

/** What the client sends for JSON, and what it warns of; undefined where it refuses. */
async function send({name, compile}: Kind, json: object) {
	try {
		const made = await compileAsGiven(name, [{name: 'json', text: JSON.stringify(json)}], compile);
		return {json: made.json, warnings: made.warnings.map(({message}) => message)};
	} catch (error) {
		if (error instanceof CliError && error.kind === 'usage') return undefined;
		throw error;
	}
}

test.each(kinds)('$name: client and sandbox take the same', async kind => {
	const {schema, path, request, by = (json: Json) => json} = kind;
	let taken = 0;
	let refused = 0;
	await fc.assert(
		fc.asyncProperty(valuesOf(schema), fc.array(names, {minLength: 3, maxLength: 3}), async (value, own) => {
			const json = by(value as Json, own);
			const sent = await send(kind, json);
			const {status, reason = ''} = await sandbox.ask(path, request(json as Json));
			const isTaken = status === 'OK';
			if (isTaken) taken++;
			else refused++;
			// What the client refuses, the sandbox refuses.
			expect(sent !== undefined || !isTaken).toBe(true);
			if (!sent) return;
			expect(sent.json).toEqual(json);
			const isExpression = /regular expression/.test(reason);
			if (!isTaken && !isExpression) expect({reason, warned: sent.warnings.length > 0}).toEqual({reason, warned: true});
		}),
		laws(50, 3000),
	);
	expect({some: taken > 10, refused: refused > 0 || kind.name === 'key'}).toEqual({some: true, refused: true});
});
