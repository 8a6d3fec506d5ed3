import fc from 'fast-check';
import {expect, test} from 'vitest';
import {laws} from '../../support/laws/laws.ts';
import {keyRecord, listKeys, listValues, type Row} from '../../support/oracle/registry.ts';
import type {createAsk} from './started.ts';

/** Keys and values over HTTP against plain loops over the same rows. */

const users = new Map<unknown, object>([
	['admin@sandbox.example', {name: 'Ada', surname: 'Sandbox', email: 'admin@sandbox.example'}],
	['analyst@sandbox.example', {name: 'Anna "Lyst"', surname: "O'Brien", email: 'analyst@sandbox.example'}],
]);
const escaped = (text: string) => text.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&');
const levels = {
	os: ['platform', 'version', 'edition'],
	geography: ['continent', 'country', 'usState'],
	gpu: ['vendor', 'model'],
};
const texts =
	'machineId clientId prodVersion prodEdition prodBuild prodLanguage licenseType formFactor osLanguage osWordLength cpuType dotNetVersion javaVersion javaVendor javaRuntime javaGraphics javaVmVersion javaVmName vm C01 C02 C05 C07 C20 licenseKey';
const numbers =
	'cpuCores displayCount ram resolutionWidth resolutionHeight lifetimeRuntimeMinutes lifetimeSessionCount screenPpi javaVmRam';
const listed = [
	...`${texts} ${numbers}`.split(' ').map(property => ({property, column: property, full: property === 'osLanguage'})),
	...Object.entries(levels).flatMap(([property, parts]) =>
		parts.map(granularity => ({property, granularity, column: `${property}_${granularity}`, full: property !== 'gpu'})),
	),
];

type Served = {
	readonly ask: ReturnType<typeof createAsk>;
	/** The rows that the sandbox knows, of one product. */
	readonly table: (name: string) => Promise<readonly Row[]>;
	/** Values in one answer. */
	readonly page: number;
	/** Share of the runs. */
	readonly share: number;
};

/** Tests that lists of keys and values are those of the plain loops. */
export async function testRegistry({ask, table, page, share}: Served): Promise<void> {
	const runs = (count: number) => laws(Math.ceil(count * share), 2000);
	const installations = await table('installation');
	/** The order of the registry: by time, then by key. */
	const registered = [...(await table('license_key'))].sort(
		(a, b) => Number(a.addedDate) - Number(b.addedDate) || (String(a.licenseKey) < String(b.licenseKey) ? -1 : 1),
	);
	const keys = registered.map(row =>
		keyRecord(row, installations.filter(({licenseKey}) => licenseKey === row.licenseKey).length, users),
	);

	const key = fc.constantFrom(...keys);
	const days = fc
		.tuple(key, key, fc.constantFrom('addedDate', 'expiryDate'), fc.integer({min: 0, max: 3}))
		.map(([a, b, name, form]) => {
			const [one = '2026-01-01', other = '2026-06-30'] = [a, b]
				.map(item => item[name as 'addedDate'] ?? '2026-01-01')
				.map(text => text.slice(0, 10))
				.sort();
			const filters = [
				{type: 'date', value: one},
				{type: 'dateRange', min: one, max: other},
				{type: 'dateRange', min: one},
				{type: 'dateRange', max: other},
			];
			return {[name]: filters[form]};
		});
	const text = (field: 'licenseKey' | 'licenseType') =>
		fc.oneof(
			key.map(item => ({type: 'string', value: item[field]})),
			fc
				.array(key, {minLength: 1, maxLength: 9})
				.map(items => ({type: 'stringArray', value: items.map(item => item[field])})),
			fc.constant({type: 'string', value: 'no such thing'}),
		);
	const pattern = key.chain(({licenseKey}) =>
		fc.constantFrom(
			`^${escaped(licenseKey.slice(0, 2))}`,
			`${escaped(licenseKey.slice(-1))}$`,
			'.*',
			escaped(licenseKey),
		),
	);
	const quota = fc.tuple(key, key, fc.integer({min: 0, max: 3})).map(([a, b, form]) => {
		const [one, other] = [
			Math.min(a.overQuotaCount, b.overQuotaCount),
			Math.max(a.overQuotaCount, b.overQuotaCount) + 1,
		];
		return [
			{type: 'number', value: one},
			{type: 'numberRange', min: one, max: other},
			{type: 'numberRange', min: one},
			{type: 'numberRange', max: other},
		][form];
	});
	const flags = fc
		.record(
			{activated: fc.boolean(), blacklisted: fc.boolean(), expired: fc.boolean(), whitelisted: fc.boolean()},
			{requiredKeys: []},
		)
		.filter(item => Object.keys(item).length > 0);
	const filters = fc
		.array(
			fc.oneof(
				fc
					.oneof(
						text('licenseKey'),
						pattern.map(value => ({type: 'regex', value})),
					)
					.map(licenseKey => ({licenseKey})),
				days,
				fc.boolean().map(autoCollected => ({autoCollected})),
				quota.map(overQuotaCount => ({overQuotaCount})),
				text('licenseType').map(licenseType => ({licenseType})),
				fc.array(flags, {minLength: 1, maxLength: 3}).map(licenseStatus => ({licenseStatus})),
			),
			{maxLength: 3},
		)
		.map(items => Object.assign({}, ...items) as Record<string, unknown>);
	const sorting = fc.record(
		{field: fc.constantFrom('addedDate', 'overQuotaCount'), order: fc.constantFrom('ascending', 'descending')},
		{requiredKeys: []},
	);
	const paging = fc.record(
		{startAt: fc.integer({min: 0, max: 40}), limit: fc.constantFrom(1, 3, 20, 100, 1000)},
		{requiredKeys: []},
	);

	test('listKeys: every filter, sorting and paging, each record field by field', async () => {
		let listed = 0;
		await fc.assert(
			fc.asyncProperty(fc.record({filters, sorting, paging}, {requiredKeys: []}), async request => {
				const {http, status, ...answer} = await ask('/licenseKeys/listKeys', request);
				expect([http, status]).toEqual([200, 'OK']);
				expect(answer).toEqual(listKeys(request, keys));
				listed += answer.returnedKeysCount;
			}),
			runs(150),
		);
		expect(listed).toBeGreaterThan(250 * share);
	});

	const spans = await table('property_span');
	const known = await table('property_value');
	const collected = (name: string) =>
		[...(spans.some(row => name in row) ? spans : installations)].map(row => row[name] ?? null);
	test('propertyValues: every property and granularity, filter, paging and the full list', async () => {
		const request = fc.constantFrom(...listed).chain(({column, full, ...asked}) =>
			fc.record({full: full ? fc.boolean() : fc.constant(false)}).chain(({full: whole}) => {
				const name = [asked.property, 'granularity' in asked ? asked.granularity : []].flat().join('.');
				const values = whole
					? known.filter(row => row.property === name).map(({value}) => value ?? null)
					: collected(column);
				const some = values.filter(value => value !== null).map(String);
				const value = fc.constantFrom(...(some.length > 0 ? some : ['none']));
				const filter = fc.oneof(
					value.map(text => ({type: 'string', value: text})),
					value.map(text => ({type: 'regex', value: `^${escaped(text.slice(0, 1))}`})),
					fc.constant({type: 'regex', value: '.*'}),
				);
				return fc
					.record({filter, startAfter: value}, {requiredKeys: []})
					.map(({filter: narrowed, ...rest}) => ({
						...{...asked, ...rest, ...(whole ? {getFullList: true} : {})},
						...(narrowed && asked.property !== 'geography' ? {filter: narrowed} : {}),
					}))
					.map(sent => ({sent, values}));
			}),
		);
		let truncated = 0;
		await fc.assert(
			fc.asyncProperty(request, async ({sent, values}) => {
				const answer = await ask('/meta/propertyValues', sent);
				const naive = listValues(sent, values, page);
				expect([answer.http, answer.results.map(({value}: {value: string}) => value)]).toEqual([200, naive.values]);
				expect([answer.truncated ?? false, answer.lastValue]).toEqual(
					naive.truncated ? [true, naive.values.at(-1)] : [false, undefined],
				);
				truncated += Number(naive.truncated);
			}),
			runs(150),
		);
		expect(truncated).toBeGreaterThan(15 * share);
	});
}
