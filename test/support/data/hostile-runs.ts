import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll} from 'vitest';
import {createTransport} from '../../../src/client/http/transport.ts';
import type {Transport} from '../../../src/ports.ts';
import {everyCommand} from '../program/every-command.ts';
import {usagectl} from '../program/usagectl.ts';
import {createRecorder, createReplay, type Exchanged, spoilLeaves, type Variant} from './hostile-answers.ts';

/** For a whole file of tests, which runs in it: keys set leaves what was not taken where it runs. */
const folder = mkdtempSync(join(tmpdir(), 'usagectl-hostile-'));
const home = process.cwd();
process.chdir(folder);
afterAll(() => {
	process.chdir(home);
	rmSync(folder, {recursive: true, force: true});
});

type Service = {
	readonly baseUrl: string;
	readonly admin: {readonly user: string; readonly password: string};
	readonly product: number;
};

/** A command with the answers that it gets from a good service. */
export type Recorded = {
	readonly line: string;
	readonly exchanged: readonly Exchanged[];
	readonly path: string;
	readonly good: string;
};

const ask = ({baseUrl, admin, product}: Service, line: string, transport: Transport) => {
	for (const name of ['config', 'crashes', 'events', 'files', 'raw', 'raw-events'])
		rmSync(join(folder, name), {recursive: true, force: true});
	return usagectl(`${line} --retries 0`, {
		transport,
		...(line.includes('--password-stdin') ? {stdin: admin.password} : {}),
		env: {
			USAGECTL_CONFIG_DIR: join(folder, 'config'),
			USAGECTL_BASE_URL: baseUrl,
			USAGECTL_USER: admin.user,
			USAGECTL_PRODUCT: String(product),
			...(line.includes('--password-stdin') ? {} : {USAGECTL_PASSWORD: admin.password}),
		},
	});
};

/** Runs every command that asks the service, once, and keeps what it got; one entry for each operation of each command. */
export async function recordAll(service: Service): Promise<readonly Recorded[]> {
	const recorded: Recorded[] = [];
	const {asking} = everyCommand(folder);
	for (const {path, line} of asking) {
		// Signing out has nothing to say, and what knocks without a session repeats another one's answers.
		if (['logout', 'doctor'].includes(path)) continue;
		const {transport, exchanged} = createRecorder(createTransport());
		await ask(service, line, transport);
		const last = new Map(exchanged.filter(({isJson}) => isJson).map(each => [each.path, each.body]));
		for (const [at, good] of last) {
			if (at === '/auth/login' && path !== 'login') continue;
			recorded.push({line, exchanged, path: at, good});
		}
	}
	return recorded;
}

/** The command over again, with that answer in the place of the good one. */
export const replay = (service: Service, {line, exchanged, path}: Recorded, variant: Omit<Variant, 'name'>) =>
	ask(service, line, createReplay(exchanged, path, variant));

/** All leaf variants of all commands. */
export function* leafRuns(
	recorded: readonly Recorded[],
): Generator<{readonly each: Recorded; readonly variant: Variant}> {
	for (const each of recorded) for (const variant of spoilLeaves(each.good)) yield {each, variant};
}
