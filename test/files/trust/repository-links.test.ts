import {mkdirSync, readdirSync, symlinkSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {validateStaysInRepository} from '../../../src/files/trust/inside-folder.ts';
import {chooseData} from '../../sandbox/support/started.ts';
import {temporaryFolder} from '../../support/disk/folders.ts';
import {usagectl} from '../../support/program/usagectl.ts';

/** A clone in which `name` is a link, and a folder of the user beside it. */
function clone(name: string, target: string) {
	const home = temporaryFolder();
	const [repository, outside] = [join(home, 'repository'), join(home, 'outside')];
	for (const path of [join(repository, '.git'), join(repository, 'inside'), join(outside, '.git')])
		mkdirSync(path, {recursive: true});
	symlinkSync(target, join(repository, name));
	return {home, repository, outside};
}

test.each([
	['crashes', '../outside', `name what it leads to: '`],
	['crashes', '../outside/later', 'remove the link'],
	['crashes', '..', `name what it leads to: '`],
	['a', '../outside', `name what it leads to: '`],
])('a link %s of a clone to %s is an error', async (name, target, hint) => {
	const {repository} = clone(name, target);
	const path = name === 'a' ? join(repository, 'a/b/c') : join(repository, name);
	await expect(validateStaysInRepository(path)).rejects.toMatchObject({
		kind: 'usage',
		message: `${join(repository, name)} is a link that leads out of the repository ${repository}`,
		details: {hint: expect.stringContaining(hint)},
	});
});

test('a link within the repository, and one to it, are followed', async () => {
	const {home, repository} = clone('crashes', 'inside');
	symlinkSync(repository, join(home, 'link'));
	for (const path of ['repository/crashes', 'repository/crashes/a', 'link/crashes', 'link/new', 'other'])
		await expect(validateStaysInRepository(join(home, path))).resolves.toBeUndefined();
});

test('a link to itself is a disk error', async () => {
	const {repository} = clone('crashes', 'crashes');
	await expect(validateStaysInRepository(join(repository, 'crashes'))).rejects.toMatchObject({kind: 'disk'});
});

test('nothing is read or written through a link of a clone', async () => {
	const {home, repository, outside} = clone('crashes', '../outside');
	const config = join(home, 'config');
	symlinkSync('../../outside/secret.csv', join(repository, 'inside/7_exc_2026-06-29.csv'));
	await chooseData(config);
	for (const line of [
		`exceptions sync ${repository}/crashes --from 2026-06-29`,
		`events sync ${repository}/crashes/a --from 2026-06-29`,
		`exceptions download --from 2026-06-29 -d ${repository}/crashes`,
		`exceptions top ${repository}/crashes`,
		`exceptions top ${repository}/inside`,
	]) {
		const {exitCode, stderr} = await usagectl(`--sandbox ${line}`, {env: {USAGECTL_CONFIG_DIR: config}});
		expect([exitCode, stderr]).toEqual([2, expect.stringContaining('is a link that leads out of the repository')]);
	}
	expect(readdirSync(outside)).toEqual(['.git']);
});
