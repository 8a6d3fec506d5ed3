import {cpSync, mkdtempSync} from 'node:fs';
import {join} from 'node:path';
import {expect, inject} from 'vitest';
import {startSandbox} from '../../../src/sandbox/start.ts';
import {usagectl} from '../../support/program/usagectl.ts';
import {usualData} from './started.ts';

type Kind = 'exceptions' | 'events';

async function sync(kinds: readonly Kind[]): Promise<string> {
	const stateDir = inject('sandboxState');
	const folder = mkdtempSync(join(stateDir, 'archive-'));
	const {baseUrl, users, products, close} = await startSandbox({...usualData, stateDir});
	const env = {
		USAGECTL_CONFIG_DIR: join(folder, 'config'),
		USAGECTL_BASE_URL: baseUrl,
		USAGECTL_USER: users[0]?.user ?? '',
		USAGECTL_PASSWORD: users[0]?.password ?? '',
		USAGECTL_PRODUCT: String(products[0]?.productId),
	};
	const archive = join(folder, 'archive');
	for (const kind of kinds) expect(await usagectl([kind, 'sync', archive], {env})).toMatchObject({exitCode: 0});
	await close();
	return archive;
}

/** By their kinds; the files of tests that a worker runs share them. */
const archives = new Map<string, Promise<string>>();

/** Writes what the program syncs from the usual sandbox into a folder. */
export async function copyArchive(folder: string, ...kinds: readonly Kind[]): Promise<void> {
	const archive = archives.get(kinds.join()) ?? sync(kinds);
	archives.set(kinds.join(), archive);
	cpSync(await archive, folder, {recursive: true, preserveTimestamps: true});
}
