import {expect, onTestFinished, test} from 'vitest';
import {startSandbox} from '../../src/sandbox/start.ts';
import {buildScript, start} from './support/processes.ts';
import {temporaryFolder} from './support/served.ts';
import {createAsk} from './support/started.ts';
import {data, type Ready, signIn, workTogether} from './support/work-together.ts';

const server = `
import {startSandbox} from 'src/sandbox/start.ts';
const {baseUrl, products, users} = await startSandbox({stateDir: process.argv[2], ...${JSON.stringify(data)}});
console.log(JSON.stringify({baseUrl, products, users}));
`;

test('what was acknowledged before kill -9 is there after it: keys, session, address', async () => {
	const stateDir = temporaryFolder();
	const script = await buildScript(server);
	const acknowledged: string[] = [];
	let identity: object = {};
	let address = '';
	for (let round = 0; round < 3; round++) {
		const child = start(script, [stateDir]);
		const ready = JSON.parse(await child.firstLine) as Ready;
		if (round === 0) identity = await signIn(ready);
		const ask = createAsk(ready.baseUrl, identity);
		if (round === 0) {
			const {dailyFiles} = await ask('/exceptionTracking/listFiles');
			const {downloadUrl} = await ask('/exceptionTracking/getDownloadUrl', {fileName: dailyFiles[0].fileName});
			address = new URL(downloadUrl).pathname;
		}
		const write = async (number: number) => {
			const keys = Array.from({length: 20}, (_, index) => `R${round}-${number}-${index}`);
			const answer = await ask('/licenseKeys/updateKeys', {keyUpdates: keys.map(licenseKey => ({licenseKey}))});
			if (answer.insertedKeys === keys.length) acknowledged.push(...keys);
			// Killed while others are on their way.
			if (number === 15) child.kill('SIGKILL');
		};
		await Promise.all(Array.from({length: 30}, (_, number) => write(number).catch(() => undefined)));
		await child.ended;
	}
	const sandbox = await startSandbox({stateDir, ...data});
	onTestFinished(() => sandbox.close());
	const ask = createAsk(sandbox.baseUrl, identity);
	const kept = await ask('/licenseKeys/listKeys', {filters: {licenseKey: {type: 'stringArray', value: acknowledged}}});
	expect(acknowledged.length).toBeGreaterThan(40);
	expect([kept.http, kept.matchingKeysCount]).toEqual([200, acknowledged.length]);
	const statuses = [await fetch(sandbox.baseUrl + address), await fetch(sandbox.baseUrl + address)];
	expect(statuses.map(answer => answer.status)).toEqual([200, 410]);
});

test('eight processes at once on an empty folder lose nothing (twenty: npm run soak)', () => workTogether(8));
