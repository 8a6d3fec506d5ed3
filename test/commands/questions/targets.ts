import {existsSync, readdirSync, writeFileSync} from 'node:fs';
import {createServer, type IncomingHttpHeaders, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {join} from 'node:path';
import {onTestFinished} from 'vitest';
import {temporaryFolder} from '../../support/disk/folders.ts';
import {fakeClock} from '../../support/laws/clock.ts';
import {usagectl} from '../../support/program/usagectl.ts';

/** Targets of notifications, and questions whose outcomes a test decides. */

export const secret = 'tOpSecretPathOfATarget';

export type Received = {readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: string};

/** A real server on loopback that stands for a target; `answer` decides what it says to each message. */
export async function listen(answer: (response: ServerResponse, at: number) => void = response => response.end('ok')) {
	const received: Received[] = [];
	const server = createServer(async (request, response) => {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		received.push({path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString()});
		answer(response, received.length);
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	return {received, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/${secret}`};
}

/** Two questions whose outcomes `--set` decides: five rows against a maximum. */
const questions = `
questions:
  keys:
    title: License keys
    ask: keys list --limit 5
    checks:
      - rows: true
        max: \${MAX}
  warned:
    ask: keys list --limit 5
    checks:
      - rows: true
        max: \${WARN}
        level: warn
`;

/** The sandbox belongs to the test file: its servers end with it. */
export function placeQuestions(
	sandbox: {readonly env: Readonly<Record<string, string>>},
	targets: string,
	variables: Readonly<Record<string, string>>,
) {
	const folder = temporaryFolder();
	const file = join(folder, 'usagectl.yaml');
	writeFileSync(file, `notify: [${targets}]\n${questions}`);
	const env = {...sandbox.env, USAGECTL_CONFIG_DIR: join(folder, 'config')};
	for (const [name, value] of Object.entries(variables)) Object.assign(env, {[`USAGECTL_NOTIFY_${name}`]: value});
	const history = join(folder, 'usagectl-history');
	const journals = join(folder, 'config/state/notifications');
	const journal = (name: string) =>
		join(journals, existsSync(journals) ? (readdirSync(journals)[0] ?? '') : '', `${name}.ndjson`);
	let day = '2026-06-30';
	const run = (max: number, {warn = 9, more = ''} = {}) =>
		usagectl(`questions run --notify -q --file ${file} --set MAX=${max} --set WARN=${warn} ${more}`, {
			env,
			clock: fakeClock(`${day}T23:00:00Z`),
		});
	return {
		folder,
		file,
		env,
		history,
		run,
		journal,
		setDay: (to: string) => (day = to),
	};
}
