import {readdirSync} from 'node:fs';
import {join} from 'node:path';
import {expect, onTestFinished} from 'vitest';
import {startSandbox} from '../../../src/sandbox/start.ts';
import {temporaryFolder} from '../../support/disk/folders.ts';
import {buildScript, start} from './processes.ts';
import {createAsk, postJson} from './started.ts';

export const data = {seed: 7, size: 40, now: '2026-06-30'};

export type Ready = {
	readonly baseUrl: string;
	readonly products: readonly {readonly productId: number}[];
	readonly users: readonly {readonly user: string; readonly password: string}[];
};

export async function signIn({baseUrl, users, products}: Ready) {
	const [{user = '', password = ''} = {}] = users;
	const {sessionId} = (await (await postJson(`${baseUrl}/auth/login`, {user, password})).json()) as {sessionId: string};
	return {user, sessionId, productId: products[0]?.productId};
}

const worker = `
import {startSandbox} from 'src/sandbox/start.ts';
const [, , stateDir, name] = process.argv;
const {baseUrl, users, products, close} = await startSandbox({stateDir, ...${JSON.stringify(data)}});
const post = async (path, body) => {
	const answer = await fetch(baseUrl + path, {method: 'POST', headers: {'content-type': 'application/json'}, body: JSON.stringify(body)});
	return answer.json();
};
const [{user, password}] = users;
const {sessionId} = await post('/auth/login', {user, password});
const identity = {user, sessionId, productId: products[0].productId};
let inserted = 0;
for (let batch = 0; batch < 5; batch++) {
	const keys = Array.from({length: 10}, (_, index) => ({licenseKey: name + '-' + batch + '-' + index}));
	const counts = await post('/licenseKeys/updateKeys', {...identity, keyUpdates: [...keys, {licenseKey: 'shared', notes: name}]});
	inserted += counts.insertedKeys;
	const listed = await post('/licenseKeys/listKeys', {...identity, filters: {licenseKey: {type: 'stringArray', value: keys.map(key => key.licenseKey)}}});
	if (listed.matchingKeysCount !== 10) throw new Error('a read does not see a write');
}
const report = await post('/reporting/generic/current', {...identity, startDate: 'NOW-90', clientStatus: ['new', 'active']});
await close();
console.log(JSON.stringify({inserted, password, results: report.results}));
`;

/** So many processes at once on an empty folder: one set of data, one order of writes, nothing lost. */
export async function workTogether(count: number): Promise<void> {
	const stateDir = temporaryFolder();
	const script = await buildScript(worker);
	const children = Array.from({length: count}, (_, index) => start(script, [stateDir, `P${index}`]));
	const ended = await Promise.all(children.map(child => child.ended));
	expect(ended.filter(({code}) => code !== 0)).toEqual([]);
	const told = ended.map(({output}) => JSON.parse(output) as {inserted: number; password: string; results: object});
	// Each inserts its own fifty; exactly one inserts the key that all write.
	expect(told.map(({inserted}) => inserted).sort()).toEqual([...Array.from({length: count - 1}, () => 50), 51]);
	expect(new Set(told.map(({password}) => password)).size).toBe(1);
	expect(new Set(told.map(({results}) => JSON.stringify(results))).size).toBe(1);
	expect(readdirSync(join(stateDir, 'sandbox/data'))).toHaveLength(1);

	const sandbox = await startSandbox({stateDir, ...data});
	onTestFinished(() => sandbox.close());
	const ask = createAsk(sandbox.baseUrl, await signIn(sandbox));
	const own = await ask('/licenseKeys/listKeys', {filters: {licenseKey: {type: 'regex', value: '^P\\d+-\\d-\\d$'}}});
	expect(own.matchingKeysCount).toBe(count * 50);
	const shared = await ask('/licenseKeys/listKeys', {filters: {licenseKey: {type: 'string', value: 'shared'}}});
	expect(shared.results[0].notes).toMatch(/^P\d+$/);
}
