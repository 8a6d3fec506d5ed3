import {chmodSync, chownSync, lchownSync, mkdirSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {isInOwnRepository, validateTrustedEntry, validateTrustedPath} from '../../../src/files/trust/trusted-path.ts';
import {temporaryFolder} from '../../support/disk/folders.ts';

/** Another user of the machine. Only root can make files of somebody else. */
const other = 61_003;
const byRoot = test.runIf(process.getuid?.() === 0);
const byOwners = test.runIf(process.getuid !== undefined);

/** A folder like /tmp with a folder of the user, in which there is a file. */
function createPlace() {
	const shared = temporaryFolder();
	chmodSync(shared, 0o1777);
	const own = join(shared, 'own');
	mkdirSync(own, {mode: 0o755});
	const file = join(own, 'file');
	writeFileSync(file, '', {mode: 0o644});
	return {shared, own, file};
}
type Place = ReturnType<typeof createPlace>;

test('a file of the user in a folder of the user is trusted, also below a sticky folder and through links', async () => {
	const {shared, own, file} = createPlace();
	symlinkSync(file, join(own, 'link'));
	symlinkSync(own, join(shared, 'folder'));
	for (const path of [file, own, join(own, 'link'), join(shared, 'folder/file'), join(own, 'later/still')])
		await expect(validateTrustedPath(path)).resolves.toBeUndefined();
});

const writable: Readonly<Record<string, (place: Place) => string>> = {
	'a file that all can write': ({file}) => {
		chmodSync(file, 0o646);
		return file;
	},
	'a folder that all can write': ({own, file}) => {
		chmodSync(own, 0o757);
		return file;
	},
	'a sticky folder itself': ({shared}) => shared,
	'the folder of a link that all can write': ({own, file}) => {
		mkdirSync(join(own, 'wide'));
		chmodSync(join(own, 'wide'), 0o777);
		symlinkSync(file, join(own, 'wide/link'));
		return join(own, 'wide/link');
	},
	'the target of a link that all can write': ({own, file}) => {
		chmodSync(file, 0o666);
		symlinkSync(file, join(own, 'link'));
		return join(own, 'link');
	},
};
byOwners.each(Object.entries(writable))('%s is not trusted', async (_, make) => {
	await expect(validateTrustedPath(make(createPlace()))).rejects.toThrow('can be changed by other users');
});

const foreign: Readonly<Record<string, (place: Place) => string>> = {
	'a file of another user': ({file}) => {
		chownSync(file, other, other);
		return file;
	},
	'a file in a folder of another user': ({own, file}) => {
		chownSync(own, other, other);
		return file;
	},
	'a link of another user to a file of the user': ({shared, file}) => {
		const link = join(shared, 'link');
		symlinkSync(file, link);
		lchownSync(link, other, other);
		return link;
	},
	'a link of the user to a file of another user': ({own, file}) => {
		chownSync(file, other, other);
		symlinkSync(file, join(own, 'link'));
		return join(own, 'link');
	},
};
byRoot.each(Object.entries(foreign))('%s is not trusted', async (_, make) => {
	await expect(validateTrustedPath(make(createPlace()))).rejects.toThrow('belongs to another user');
});

byRoot('a group of several users that can write is not trusted, the private group of the user is', async () => {
	const {file} = createPlace();
	chmodSync(file, 0o664);
	await expect(validateTrustedPath(file)).resolves.toBeUndefined();
	chownSync(file, 0, other);
	await expect(validateTrustedPath(file)).rejects.toThrow('can be changed by other users');
});

byRoot('naming a file trusts its owner, and nobody else', async () => {
	const {own} = createPlace();
	chownSync(own, other, other);
	await expect(validateTrustedEntry(own, {owner: other})).resolves.toBeUndefined();
	await expect(validateTrustedEntry(own, {owner: other + 1})).rejects.toThrow('belongs to another user');
});

test('a circle of links ends', async () => {
	const {own} = createPlace();
	symlinkSync('b', join(own, 'a'));
	symlinkSync('a', join(own, 'b'));
	await expect(validateTrustedPath(join(own, 'a'))).rejects.toThrow('is a link to itself');
});

byRoot('only a repository of the user is one', async () => {
	const {own} = createPlace();
	expect(await isInOwnRepository(join(own, 'deep/later'))).toBe(false);
	mkdirSync(join(own, '.git'));
	expect(await isInOwnRepository(join(own, 'deep/later'))).toBe(true);
	chownSync(join(own, '.git'), other, other);
	expect(await isInOwnRepository(join(own, 'deep/later'))).toBe(false);
});
