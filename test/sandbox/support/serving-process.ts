import {execFileSync} from 'node:child_process';
import {temporaryFolder} from '../../support/disk/folders.ts';
import {buildScript, start} from './processes.ts';
import {createAsk, postJson} from './started.ts';

const script = `
import {startSandbox} from 'src/sandbox/start.ts';
const {baseUrl, controlToken, products, users} = await startSandbox(JSON.parse(process.argv[2]));
console.log(JSON.stringify({baseUrl, controlToken, products, users}));
`;

/** A sandbox in a process of its own, to measure; `rss` is its memory in MB. */
export async function servingProcess(options: object) {
	const child = start(await buildScript(script), [JSON.stringify({stateDir: temporaryFolder(), ...options})]);
	const {baseUrl, controlToken, products, users} = JSON.parse(await child.firstLine);
	const [{user, password}] = users;
	const login = async () => ({
		user,
		...((await (await postJson(`${baseUrl}/auth/login`, {user, password})).json()) as object),
	});
	const identity = {...(await login()), productId: products[0].productId};
	/** For the program, which signs in by itself. */
	const env: Readonly<Record<string, string>> = {
		USAGECTL_BASE_URL: baseUrl,
		USAGECTL_USER: user,
		USAGECTL_PASSWORD: password,
		USAGECTL_PRODUCT: String(products[0].productId),
	};
	const rss = () => Number(execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)], {encoding: 'utf8'})) / 1024;
	return {
		baseUrl: baseUrl as string,
		controlToken: controlToken as string,
		identity,
		env,
		ask: createAsk(baseUrl, identity),
		rss,
		kill: child.kill,
	};
}
