import {cpSync, mkdirSync, mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, inject, type onTestFinished} from 'vitest';
import {getDataFile} from '../../../src/sandbox/seed/synthetic-data.ts';
import {startSandbox} from '../../../src/sandbox/start.ts';
import {type DataSettings, sandboxFolder, writeDataSettings} from '../../../src/sandbox/state/data-settings.ts';

/** Asks a sandbox as somebody: the answer with its HTTP status. */
export const createAsk =
	(baseUrl: string, identity: object) =>
	async (path: string, request: object = {}) => {
		const answer = await postJson(baseUrl + path, {...identity, ...request});
		// biome-ignore lint/suspicious/noExplicitAny: answers are what the tests are about
		return {http: answer.status, ...((await answer.json()) as any)};
	};

export const postJson = (url: string, body: object) =>
	fetch(url, {method: 'POST', headers: {'content-type': 'application/json'}, body: JSON.stringify(body)});

/** Seed, size and day of the usual sandbox. */
export const usualData = {seed: 7, size: 500, now: '2026-06-30'};

/** The file of its data, to be read. */
export const getUsualFile = (): string =>
	getDataFile({...usualData, folder: join(inject('sandboxState'), 'sandbox/data')});

/** Puts the data of the usual sandbox into a folder of state: making them takes longer than most tests do. */
function copyUsualData(stateDir: string): void {
	mkdirSync(join(stateDir, 'sandbox'), {recursive: true, mode: 0o700});
	cpSync(join(inject('sandboxState'), 'sandbox/data'), join(stateDir, 'sandbox/data'), {recursive: true});
}

/** Chooses the data of `--sandbox` for runs of the program with this folder of settings. */
export async function chooseData(configDir: string, settings: DataSettings = usualData): Promise<void> {
	const stateDir = join(configDir, 'state');
	copyUsualData(stateDir);
	await writeDataSettings(sandboxFolder(stateDir), settings);
}

function createState(): string {
	const stateDir = mkdtempSync(join(tmpdir(), 'sandbox-'));
	copyUsualData(stateDir);
	return stateDir;
}

/**
 * A real sandbox, for a whole file of tests unless `after` is `onTestFinished`: seed 7, 500 installations, today 2026-06-30.
 */
export async function started(
	options: Partial<Parameters<typeof startSandbox>[0]> = {},
	after: typeof afterAll | typeof onTestFinished = afterAll,
) {
	const stateDir = options.stateDir ?? createState();
	const sandbox = await startSandbox({...usualData, ...options, stateDir});
	after(async () => {
		await sandbox.close();
		// A folder that was given is its giver's.
		if (!options.stateDir) rmSync(stateDir, {recursive: true, force: true});
	});
	const post = (path: string, body: object) => postJson(sandbox.baseUrl + path, body);
	const [admin, analyst] = sandbox.users as [(typeof sandbox.users)[0], (typeof sandbox.users)[0]];
	const login = async (user = admin) => {
		const answer = await post('/auth/login', {user: user.user, password: user.password});
		const {sessionId} = (await answer.json()) as {sessionId: string};
		return {user: user.user, sessionId};
	};
	const product = sandbox.products[0]?.productId as number;
	const identity = {...(await login()), productId: product};
	/** As the user with the permission, of the first product. */
	const ask = createAsk(sandbox.baseUrl, identity);
	/** The same, for the program. */
	const env = {
		USAGECTL_BASE_URL: sandbox.baseUrl,
		USAGECTL_USER: admin.user,
		USAGECTL_PASSWORD: admin.password,
		USAGECTL_PRODUCT: String(product),
	};
	return {...sandbox, stateDir, admin, analyst, post, login, product, identity, ask, env};
}
