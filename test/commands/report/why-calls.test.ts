import {Readable} from 'node:stream';
import {expect, test} from 'vitest';
import {properties} from '../../../src/contract/properties.ts';
import {CliError} from '../../../src/errors.ts';
import type {HttpResponse, Transport} from '../../../src/ports.ts';
import {temporaryFolder} from '../../support/disk/folders.ts';
import {type Setup, usagectl} from '../../support/program/usagectl.ts';

/** A product with 40 properties and 2,000 versions, of which one edition leaves: how many calls `report why` makes, and what it keeps. */

const names = properties.filter(({kind, segmentable}) => segmentable && kind === 'text').map(({name}) => name);
const listed = [
	...names.filter(name => !['machineId', 'clientId', 'licenseKey'].includes(name)),
	...['cpuCores', 'displayCount', 'ram'],
];
const versions = 2000;
/** In the label of each value. */
const hostile = '\u001b[31m';

const respond = (body: object): HttpResponse => ({
	status: 200,
	headers: {'content-type': 'application/json'},
	body: Readable.from([Buffer.from(JSON.stringify({status: 'OK', ...body}))]),
});
const descriptor = (name: string) => ({name, friendlyName: name, filterType: 'standard', dataType: 'string'});

/** Half of the 20,000 active installations are lost in the second range if they have the edition 0, and a tenth of all others. */
function countGroups(property: string | undefined, isNow: boolean): object {
	const counts = (active: number, lost: number) => ({totals: {active, lost}});
	if (property === undefined) return {active: 20_000, lost: isNow ? 4_000 : 2_000};
	const size = property === 'prodVersion' ? versions : 4;
	const groups = Array.from({length: size}, (_, at) => {
		const active = 20_000 / size;
		const lost = property !== 'prodEdition' ? active / (isNow ? 5 : 10) : isNow && at === 0 ? active / 2 : active / 10;
		return [`${property} ${hostile}${at}`, counts(active, lost)] as const;
	});
	return {level1: Object.fromEntries(groups)};
}

/** `onCall` sees each request for counts, numbered from 1, before it is answered. */
function createService(onCall: (call: number) => unknown = () => undefined) {
	let calls = 0;
	const transport: Transport = async ({url, body = '{}'}) => {
		const request = JSON.parse(body) as {
			readonly startDate?: string;
			readonly levels?: {readonly level1?: {readonly property: string}};
		};
		if (url.pathname.endsWith('/auth/login')) return respond({sessionId: 'session-0123'});
		calls++;
		await onCall(calls);
		if (url.pathname.endsWith('/productProperties'))
			return respond({results: [{category: 'Product Properties', properties: listed.map(descriptor)}]});
		const isNow = (request.startDate ?? '') >= '2026-04-05';
		return respond({results: countGroups(request.levels?.level1?.property, isNow)});
	};
	const run = (flags: string, setup: Setup = {}) =>
		usagectl(`report why lost --from 2026-04-05 --to 2026-05-04 --today 2026-06-30 ${flags}`, {
			...setup,
			transport,
			env: {
				USAGECTL_CONFIG_DIR: temporaryFolder(),
				USAGECTL_BASE_URL: 'https://service.example',
				USAGECTL_USER: 'ada@example.test',
				USAGECTL_PASSWORD: 'p',
				USAGECTL_PRODUCT: '7',
			},
		});
	return {run, countCalls: () => calls};
}

test('makes at most 60 calls for 40 properties and 2,000 versions, and says what it left out', async () => {
	expect(listed).toHaveLength(40);
	const service = createService();
	const {stdout, exitCode} = await service.run('');
	expect(exitCode).toBe(0);
	expect(service.countCalls()).toBeLessThanOrEqual(60);
	expect(service.countCalls()).toBeGreaterThan(50);
	expect(stdout).toMatch(/^\d+ properties not examined: --max-calls, or --over$/m);
	expect(stdout).toMatch(
		/^Lost installations rose by 2,000 .* is in prodEdition prodEdition .*0 \(500 to 2,500; 10 % to 50 % of/,
	);
	const few = createService();
	await few.run('--max-calls 9');
	expect(few.countCalls()).toBeLessThanOrEqual(9);
});

test('escapes control characters of values in the sentence', async () => {
	const {run} = createService();
	for (const flags of ['', '--chart', '-o md']) {
		const {stdout} = await run(`--over prodEdition --depth 1 ${flags}`);
		expect(stdout).not.toContain('\u001b');
		expect(stdout).toMatch(/is in prodEdition prodEdition .*0 \(500 to 2,500;/);
	}
});

test('Ctrl-C keeps what is known, as unknown, and exits with status 130', async () => {
	const stop = new AbortController();
	const service = createService(call => {
		if (call !== 12) return;
		stop.abort(new CliError('interrupted', 'interrupted', {hint: ''}));
		throw stop.signal.reason;
	});
	const {stdout, exitCode} = await service.run('', {signal: stop.signal});
	expect(exitCode).toBe(130);
	expect(stdout).toMatch(
		/^unknown: stopped before every property was examined; so far: Lost installations rose by 2,000 /,
	);
	expect(stdout).toMatch(/prodEdition prodEdition .*0 \(/);
	expect(stdout).toContain('properties not examined\n');
	expect(service.countCalls()).toBeLessThanOrEqual(13);
});

test('is unknown, with what it knows, if the service answers too late', async () => {
	const service = createService(call => {
		if (call >= 12)
			throw new CliError('network', 'no response within 60 s', {hint: 'try again later', code: 'timeout'});
	});
	const {stdout, exitCode} = await service.run('--retries 0');
	expect(exitCode).toBe(6);
	expect(stdout).toMatch(
		/^unknown: not every property was examined: no response within 60 s; so far: Lost installations/,
	);
	expect(stdout).toMatch(/prodEdition prodEdition .*0 \(/);
	expect(stdout).toContain('properties not examined\n');
});
