import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {temporaryFolder} from '../../support/disk/folders.ts';
import {type Setup, usagectl} from '../../support/program/usagectl.ts';
import {createFakeService, type FakeServiceOptions} from '../../support/service/fake-service.ts';

const limits = {deadlineMs: 1000, maxBytes: 1000};

/** Sets up a fake service, a folder for files, and the real program. */
export function createKeysService(options: FakeServiceOptions = {}) {
	const service = createFakeService(options);
	const folder = temporaryFolder();
	const env = {
		USAGECTL_CONFIG_DIR: temporaryFolder(),
		USAGECTL_BASE_URL: 'https://service.test',
		USAGECTL_USER: 'ada@example.test',
		USAGECTL_PASSWORD: 'secret',
		USAGECTL_PRODUCT: '7',
	};
	return {
		...service,
		folder,
		env,
		/** A session that can be ended from outside. */
		signIn: async (): Promise<{readonly sessionId: string}> => {
			const url = new URL(`${env.USAGECTL_BASE_URL}/auth/login`);
			const answer = await service.transport({method: 'POST', url, headers: {}, body: '{}'}, limits);
			const chunks: Uint8Array[] = [];
			for await (const chunk of answer.body) chunks.push(chunk);
			return JSON.parse(Buffer.concat(chunks).toString());
		},
		/** Writes a file and returns its path. */
		file: (name: string, content: string | Uint8Array) => {
			const path = join(folder, name);
			writeFileSync(path, content);
			return path;
		},
		run: (line: readonly string[], setup: Setup = {}) =>
			usagectl(line, {transport: service.transport, ...setup, env: {...env, ...setup.env}}),
	};
}
