import {join} from 'node:path';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {endpoints} from '../../../../src/contract/operations/endpoints.ts';
import type {KeyFilters, KeyRecord, KeyUpdate} from '../../../../src/contract/operations/license-keys.ts';
import {createLicenseKeyHandlers} from '../../../../src/sandbox/handlers/keys/key-handlers.ts';
import {loadAccounts} from '../../../../src/sandbox/state/accounts.ts';
import {createCurrentRegistry, createKeyCounter} from '../../../../src/sandbox/state/registered-keys.ts';
import {temporaryFolder} from '../../../support/disk/folders.ts';
import {laws} from '../../../support/laws/laws.ts';
import {memoryDatabase} from '../../support/memory-database.ts';
import {echoHandlers, product, served} from '../../support/served.ts';

const list = endpoints.licenseKeys.list.path;
const update = endpoints.licenseKeys.update.path;

const keyRow = (values: string) => `INSERT INTO license_key VALUES (${product}, ${values})`;
const day = (text: string) => `(DATE '${text}' - DATE '1970-01-01')`;
const moment = (text: string) => `epoch(TIMESTAMP '${text}')::BIGINT`;

/** Four keys; K1 is used by three installations, K2 by one. */
const data = [
	`CREATE TABLE license_key (productId BIGINT, licenseKey VARCHAR, licenseType VARCHAR, activated BOOLEAN,
		blacklisted BOOLEAN, expired BOOLEAN, whitelisted BOOLEAN, expiryDate INTEGER, installQuota INTEGER,
		addedDate BIGINT, autoCollected BOOLEAN, lastEditedDate BIGINT, lastEditedBy VARCHAR, notes VARCHAR)`,
	'CREATE TABLE installation (productId BIGINT, licenseKey VARCHAR)',
	keyRow(`'K2', 'unknown', true, false, false, false, NULL, 1, ${moment('2025-02-01 10:00:00')}, true, NULL, NULL, ''`),
	keyRow(
		`'K1', 'purchased', true, false, true, false, ${day('2026-01-31')}, 1, ${moment('2025-01-01 00:00:00')}, false, ${moment('2025-06-01 12:30:01')}, 'admin@sandbox.example', 'first'`,
	),
	keyRow(
		`'K3', 'purchased', false, true, false, false, ${day('2027-01-31')}, 5, ${moment('2025-03-01 23:59:59')}, false, ${moment('2025-03-01 23:59:59')}, 'former@sandbox.example', ''`,
	),
	keyRow(
		`'^k+$', 'freeware', false, false, false, true, NULL, 0, ${moment('2025-03-02 00:00:00')}, false, ${moment('2025-03-02 00:00:00')}, 'analyst@sandbox.example', ''`,
	),
	`INSERT INTO installation VALUES (${product}, 'K1'), (${product}, 'K1'), (${product}, 'K1'), (${product}, 'K2'),
		(${product}, NULL), (1, 'K3')`,
];

async function registryServed(options: {assume?: readonly string[]; folder?: string} = {}) {
	const folder = options.folder ?? temporaryFolder();
	const database = await memoryDatabase(data);
	const registry = createCurrentRegistry(join(folder, 'keys.log'));
	const handlers = {
		...echoHandlers(),
		licenseKeys: createLicenseKeyHandlers({
			registry: registry.open,
			installCounts: createKeyCounter(),
			accounts: await loadAccounts(folder),
		}),
	};
	const sandbox = await served({handlers, folder, database, ...(options.assume ? {assume: options.assume} : {})});
	const identity = {...(await sandbox.login()), productId: product};
	const ask = async <Answer>(path: string, request: object) => {
		const answer = await sandbox.post(path, {...identity, ...request});
		return {http: answer.status, ...((await answer.json()) as Answer & {status: string; reason?: string})};
	};
	return {
		...sandbox,
		folder,
		listKeys: (request: object = {}) =>
			ask<{returnedKeysCount: number; matchingKeysCount: number; results: KeyRecord[]}>(list, request),
		updateKeys: (keyUpdates: readonly unknown[]) =>
			ask<{insertedKeys: number; rejectedKeys: number; updatedKeys: number}>(update, {keyUpdates}),
	};
}

const names = (answer: {results: readonly KeyRecord[]}) => answer.results.map(key => key.licenseKey);

test('lists every field of a key, oldest first', async () => {
	const {listKeys, admin} = await registryServed();
	const answer = await listKeys();
	expect(names(answer)).toEqual(['K1', 'K2', 'K3', '^k+$']);
	expect([answer.returnedKeysCount, answer.matchingKeysCount]).toEqual([4, 4]);
	expect(answer.results.slice(0, 2)).toEqual([
		{
			licenseKey: 'K1',
			licenseType: 'purchased',
			licenseStatus: {activated: true, blacklisted: false, expired: true, whitelisted: false},
			expiryDate: '2026-01-31',
			installQuota: 1,
			installCount: 3,
			overQuotaCount: 2,
			addedDate: '2025-01-01T00:00:00',
			autoCollected: false,
			lastEditedDate: '2025-06-01T12:30:01',
			lastEditedBy: {name: admin.name, surname: admin.surname, email: admin.email},
			notes: 'first',
		},
		{
			licenseKey: 'K2',
			licenseType: 'unknown',
			licenseStatus: {activated: true, blacklisted: false, expired: false, whitelisted: false},
			expiryDate: null,
			installQuota: 1,
			installCount: 1,
			overQuotaCount: 0,
			addedDate: '2025-02-01T10:00:00',
			autoCollected: true,
			lastEditedDate: null,
			lastEditedBy: null,
			notes: '',
		},
	]);
	expect(answer.results[2]?.lastEditedBy).toEqual({});
});

const filterCases: readonly [string, KeyFilters, readonly string[]][] = [
	['one key', {licenseKey: {type: 'string', value: 'K3'}}, ['K3']],
	['a key that looks like an expression', {licenseKey: {type: 'string', value: '^k+$'}}, ['^k+$']],
	['several keys, one unknown', {licenseKey: {type: 'stringArray', value: ['K3', 'K1', 'no']}}, ['K1', 'K3']],
	['an expression, anywhere in the key', {licenseKey: {type: 'regex', value: '[12]'}}, ['K1', 'K2']],
	['an expression that tells case', {licenseKey: {type: 'regex', value: '^k'}}, []],
	['a day of adding', {addedDate: {type: 'date', value: '2025-03-01'}}, ['K3']],
	[
		'days of adding, both inclusive',
		{addedDate: {type: 'dateRange', min: '2025-02-01', max: '2025-03-01'}},
		['K2', 'K3'],
	],
	['days of adding from', {addedDate: {type: 'dateRange', min: '2025-03-01'}}, ['K3', '^k+$']],
	['days of expiry until', {expiryDate: {type: 'dateRange', max: '2026-12-31'}}, ['K1']],
	['a day of expiry', {expiryDate: {type: 'date', value: '2027-01-31'}}, ['K3']],
	['collected', {autoCollected: true}, ['K2']],
	['uploaded', {autoCollected: false}, ['K1', 'K3', '^k+$']],
	['exactly over quota', {overQuotaCount: {type: 'number', value: 0}}, ['K2', '^k+$']],
	['over quota from', {overQuotaCount: {type: 'numberRange', min: 1}}, ['K1']],
	['over quota between', {overQuotaCount: {type: 'numberRange', min: -5, max: 0}}, ['K2', 'K3', '^k+$']],
	['a type', {licenseType: {type: 'string', value: 'purchased'}}, ['K1', 'K3']],
	['types', {licenseType: {type: 'stringArray', value: ['freeware', 'unknown']}}, ['K2', '^k+$']],
	['flags of one object together', {licenseStatus: [{activated: true, expired: false}]}, ['K2']],
	['objects as alternatives', {licenseStatus: [{blacklisted: true}, {whitelisted: true}]}, ['K3', '^k+$']],
	[
		'all members together',
		{
			licenseType: {type: 'string', value: 'purchased'},
			autoCollected: false,
			overQuotaCount: {type: 'numberRange', max: 0},
		},
		['K3'],
	],
	['nothing that exists', {licenseType: {type: 'string', value: 'none'}}, []],
];
test.each(filterCases)('filter: %s', async (_name, filters, expected) => {
	const {listKeys} = await registryServed();
	const answer = await listKeys({filters});
	expect([names(answer), answer.matchingKeysCount, answer.returnedKeysCount]).toEqual([
		expected,
		expected.length,
		expected.length,
	]);
});

test.each([
	['addedDate', 'ascending', ['K1', 'K2', 'K3', '^k+$']],
	['addedDate', 'descending', ['^k+$', 'K3', 'K2', 'K1']],
	['overQuotaCount', 'ascending', ['K3', 'K2', '^k+$', 'K1']],
	['overQuotaCount', 'descending', ['K1', 'K2', '^k+$', 'K3']],
])('sorted by %s, %s', async (field, order, expected) => {
	const {listKeys} = await registryServed();
	expect(names(await listKeys({sorting: {field, order}}))).toEqual(expected);
});

test('the pages together are the whole list', async () => {
	const {listKeys, updateKeys} = await registryServed();
	await updateKeys(Array.from({length: 150}, (_, index) => ({licenseKey: `N${index}`, installQuota: index % 7})));
	const sorting = {field: 'overQuotaCount', order: 'descending'};
	const whole = names(await listKeys({sorting, paging: {limit: 1000}}));
	expect(whole).toHaveLength(154);
	expect(names(await listKeys({sorting}))).toEqual(whole.slice(0, 100));
	const pages: string[] = [];
	for (let startAt = 0; startAt < 160; startAt += 7)
		pages.push(...names(await listKeys({sorting, paging: {startAt, limit: 7}})));
	expect(pages).toEqual(whole);
	expect(await listKeys({paging: {startAt: 154}})).toMatchObject({
		returnedKeysCount: 0,
		matchingKeysCount: 154,
		results: [],
	});
});

test.each([
	['a limit above 1000', {paging: {limit: 1001}}],
	['a limit of 0', {paging: {limit: 0}}],
	['a negative start', {paging: {startAt: -1}}],
	['an unknown filter', {filters: {color: true}}],
	['a date that does not exist', {filters: {addedDate: {type: 'date', value: '2025-02-30'}}}],
	['a range upside down', {filters: {overQuotaCount: {type: 'numberRange', min: 3, max: 3}}}],
	['a sort field that is none', {sorting: {field: 'notes'}}],
	['an expression that is none', {filters: {licenseKey: {type: 'regex', value: '('}}}],
	['a look-behind', {filters: {licenseKey: {type: 'regex', value: '(?<!a)b'}}}],
])('listKeys rejects %s', async (_name, request) => {
	const {listKeys} = await registryServed();
	expect(await listKeys(request)).toEqual({http: 400, status: 'SYNTAX ERROR', reason: expect.any(String)});
});

test('responds at once to an expression that hangs other engines', async () => {
	const {listKeys, updateKeys} = await registryServed();
	await updateKeys([{licenseKey: `${'a'.repeat(5000)}!`}]);
	expect(names(await listKeys({filters: {licenseKey: {type: 'regex', value: '^(a+)+$'}}}))).toEqual([]);
});

test('a new key gets the defaults, its editor and its time', async () => {
	const {listKeys, updateKeys, admin} = await registryServed();
	expect(await updateKeys([{licenseKey: 'new'}])).toMatchObject({insertedKeys: 1, rejectedKeys: 0, updatedKeys: 0});
	const answer = await listKeys({filters: {licenseKey: {type: 'string', value: 'new'}}});
	expect(answer.results).toEqual([
		{
			licenseKey: 'new',
			licenseType: 'unknown',
			licenseStatus: {activated: false, blacklisted: false, expired: false, whitelisted: false},
			expiryDate: null,
			installQuota: 1,
			installCount: 0,
			overQuotaCount: -1,
			addedDate: '2026-06-30T23:59:59',
			autoCollected: false,
			lastEditedDate: '2026-06-30T23:59:59',
			lastEditedBy: {name: admin.name, surname: admin.surname, email: admin.email},
			notes: '',
		},
	]);
});

test('omitted fields keep their values, and null clears an expiry date', async () => {
	const {listKeys, updateKeys, admin} = await registryServed();
	const find = async () => (await listKeys({filters: {licenseKey: {type: 'string', value: 'K1'}}})).results[0];
	const before = await find();
	const edited = {
		lastEditedDate: '2026-06-30T23:59:59',
		lastEditedBy: {name: admin.name, surname: admin.surname, email: admin.email},
	};
	expect(await updateKeys([{licenseKey: 'K1', licenseStatus: {blacklisted: true}}])).toMatchObject({updatedKeys: 1});
	expect(await find()).toEqual({...before, ...edited, licenseStatus: {...before?.licenseStatus, blacklisted: true}});
	await updateKeys([{licenseKey: 'K1', expiryDate: null, installQuota: 9, notes: '', licenseType: 'x'}]);
	expect(await find()).toMatchObject({
		expiryDate: null,
		installQuota: 9,
		overQuotaCount: -6,
		notes: '',
		licenseType: 'x',
	});
});

test('inserts and then updates a key that is repeated in a batch', async () => {
	const {listKeys, updateKeys} = await registryServed();
	const twice = [
		{licenseKey: 'twice', notes: 'one', installQuota: 4},
		{licenseKey: 'twice', notes: 'two'},
	];
	expect(await updateKeys(twice)).toMatchObject({insertedKeys: 1, rejectedKeys: 0, updatedKeys: 1});
	const found = await listKeys({filters: {licenseKey: {type: 'string', value: 'twice'}}});
	expect(found.results).toMatchObject([{notes: 'two', installQuota: 4}]);
});

test('rejects an invalid key and applies the rest of the batch', async () => {
	const {listKeys, updateKeys} = await registryServed();
	const bad = [
		{},
		{licenseKey: ''},
		{licenseKey: 7},
		null,
		'text',
		{licenseKey: 'b', installQuota: -1},
		{licenseKey: 'b', installQuota: 1.5},
		{licenseKey: 'b', expiryDate: '2026-02-30'},
		{licenseKey: 'b', expiryDate: ''},
		{licenseKey: 'b', licenseType: null},
		{licenseKey: 'b', licenseStatus: {activated: 'yes'}},
		{licenseKey: 'b', licenseStatus: []},
		{licenseKey: 'b', notes: 3},
	];
	const answer = await updateKeys([{licenseKey: 'good'}, ...bad, {licenseKey: 'K1', notes: 'n'}]);
	expect(answer).toEqual({http: 200, status: 'OK', insertedKeys: 1, rejectedKeys: bad.length, updatedKeys: 1});
	expect((await listKeys()).matchingKeysCount).toBe(5);
});

test.each([
	['no array', {keyUpdates: {}}],
	['nothing', {}],
])('updateKeys rejects %s', async (_name, request) => {
	const {post, login} = await registryServed();
	const answer = await post(update, {...(await login()), productId: product, ...request});
	expect([answer.status, await answer.json()]).toMatchObject([400, {status: 'SYNTAX ERROR'}]);
});

test('options change the registry where the specification is open', async () => {
	const blocked = await registryServed({assume: ['flag-names=blocked']});
	expect(await blocked.updateKeys([{licenseKey: 'K1', licenseStatus: {blocked: true, allowed: true}}])).toMatchObject({
		updatedKeys: 1,
	});
	expect((await blocked.listKeys({paging: {limit: 1}})).results[0]?.licenseStatus).toEqual({
		activated: true,
		blocked: true,
		expired: true,
		allowed: true,
	});
	const clamp = await registryServed({assume: ['list-limit=clamp']});
	expect((await clamp.listKeys({paging: {limit: 5000}})).returnedKeysCount).toBe(4);
	const whole = await registryServed({assume: ['rejected-keys=refused']});
	expect(await whole.updateKeys([{licenseKey: 'a'}, {}])).toMatchObject({http: 400, status: 'SYNTAX ERROR'});
	expect((await whole.listKeys()).matchingKeysCount).toBe(4);
	const repeated = await registryServed({assume: ['repeated-keys=rejected']});
	expect(await repeated.updateKeys([{licenseKey: 'a'}, {licenseKey: 'a'}])).toMatchObject({
		insertedKeys: 1,
		rejectedKeys: 1,
	});
	const fields = [{licenseKey: 'a', color: 1}];
	expect(await (await registryServed()).updateKeys(fields)).toMatchObject({insertedKeys: 1});
	const strict = await registryServed({assume: ['unknown-key-fields=reject']});
	expect(await strict.updateKeys(fields)).toMatchObject({rejectedKeys: 1});
	const small = await registryServed({assume: ['batch-limit=1']});
	expect(await small.updateKeys([{licenseKey: 'a'}, {licenseKey: 'b'}])).toMatchObject({http: 400});
	expect(await small.updateKeys([{licenseKey: 'a'}])).toMatchObject({insertedKeys: 1});
});

test('shuffled ties return the same keys in different orders', async () => {
	const {listKeys, updateKeys} = await registryServed({assume: ['key-ties=shuffled']});
	await updateKeys(Array.from({length: 60}, (_, index) => ({licenseKey: `N${index}`})));
	const [one, other] = [names(await listKeys()), names(await listKeys())];
	expect(one).not.toEqual(other);
	expect([...one].sort()).toEqual([...other].sort());
	expect(one.slice(0, 4)).toEqual(['K1', 'K2', 'K3', '^k+$']);
});

test('lists keys that another server on the same folder wrote', async () => {
	const one = await registryServed();
	const other = await registryServed({folder: one.folder});
	await one.updateKeys([{licenseKey: 'a'}]);
	await other.updateKeys([{licenseKey: 'b'}, {licenseKey: 'a', notes: 'other'}]);
	await one.updateKeys([{licenseKey: 'c'}]);
	expect(names(await one.listKeys())).toEqual(['K1', 'K2', 'K3', '^k+$', 'a', 'b', 'c']);
	expect((await one.listKeys()).results).toEqual((await other.listKeys()).results);
});

/** The law of updateKeys, by the plainest means: a record of merged updates. */
const updates = fc.array(
	fc.record(
		{
			licenseKey: fc.constantFrom('K1', 'K2', 'a', 'b', '__proto__', 'constructor'),
			licenseType: fc.constantFrom('x', 'y'),
			expiryDate: fc.constantFrom(null, '2026-01-01'),
			installQuota: fc.integer({min: 0, max: 5}),
			notes: fc.string(),
			licenseStatus: fc.record({expired: fc.boolean(), whitelisted: fc.boolean()}, {requiredKeys: []}),
		},
		{requiredKeys: ['licenseKey']},
	),
	{maxLength: 12},
);
test('reads return every field of any batches written before', async () => {
	const {listKeys, updateKeys} = await registryServed();
	const expected = new Map((await listKeys()).results.map(key => [key.licenseKey, {...key}]));
	const defaults = {licenseType: 'unknown', expiryDate: null, installQuota: 1, notes: ''};
	const unflagged = {activated: false, blacklisted: false, expired: false, whitelisted: false};
	await fc.assert(
		fc.asyncProperty(updates, async batch => {
			const known = new Set(expected.keys());
			for (const {licenseKey, licenseStatus, ...fields} of batch as KeyUpdate[]) {
				const old = expected.get(licenseKey) ?? {...defaults, licenseStatus: unflagged};
				const merged = {...old, ...fields, licenseStatus: {...old.licenseStatus, ...licenseStatus}};
				expected.set(licenseKey, merged as KeyRecord);
			}
			const inserted = expected.size - known.size;
			expect(await updateKeys(batch)).toMatchObject({
				insertedKeys: inserted,
				rejectedKeys: 0,
				updatedKeys: batch.length - inserted,
			});
			const listed = (await listKeys()).results;
			const fieldsOf = ({licenseType, expiryDate, installQuota, notes, licenseStatus}: KeyRecord) => ({
				licenseType,
				expiryDate,
				installQuota,
				notes,
				licenseStatus,
			});
			expect(new Map(listed.map(key => [key.licenseKey, fieldsOf(key)]))).toEqual(
				new Map(Array.from(expected, ([name, key]) => [name, fieldsOf(key)])),
			);
		}),
		laws(20, 1000),
	);
});
