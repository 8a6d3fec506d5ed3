import {chmodSync, existsSync, readFileSync, writeFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {afterEach, expect, test, vi} from 'vitest';
import {fileOpener} from '../../src/files/platform.ts';
import {openPage} from '../../src/terminal/open-page.ts';
import {temporaryFolder} from '../support/disk/folders.ts';

afterEach(() => void vi.unstubAllEnvs());

test("opens the page with the desktop's program", async () => {
	const folder = temporaryFolder();
	const seen = join(folder, 'seen');
	writeFileSync(
		join(folder, fileOpener),
		`#!/bin/sh\nprintf %s "$1" > '${seen}.part' && mv '${seen}.part' '${seen}'\n`,
	);
	chmodSync(join(folder, fileOpener), 0o755);
	vi.stubEnv('PATH', `${folder}:${process.env.PATH}`);
	await openPage('page.html');
	await vi.waitUntil(() => existsSync(seen), {timeout: 10_000});
	expect(readFileSync(seen, 'utf8')).toBe(resolve('page.html'));
});

test('names the page without a desktop or a browser', async () => {
	const folder = temporaryFolder();
	vi.stubEnv('PATH', folder);
	const details = {hint: `the page is complete: open ${resolve('page.html')} in a browser`};
	const failure = expect.objectContaining({kind: 'usage', details: expect.objectContaining(details)});
	await expect(openPage('page.html')).rejects.toEqual(failure);
	writeFileSync(join(folder, fileOpener), '#!/bin/sh\nexit 3\n');
	chmodSync(join(folder, fileOpener), 0o755);
	await expect(openPage('page.html')).rejects.toEqual(failure);
});
