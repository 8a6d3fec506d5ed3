import {
	chmodSync,
	chownSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	readlinkSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {createTemporaryName} from '../../src/files/temporary-names.ts';
import {createFileSink} from '../../src/terminal/file-sink.ts';
import {deadPid, type Fault, leftoverOf, withFault} from '../support/disk/fault-fs.ts';
import {temporaryFolder} from '../support/disk/folders.ts';

const whole = 'new\n'.repeat(1000);

/** Exports over an old file on a disk with a fault; what stands there then. */
async function exported(fault: Fault) {
	const folder = temporaryFolder();
	const path = join(folder, 'out.csv');
	writeFileSync(path, 'old\n');
	const ended = await withFault(fault, async () => {
		const sink = await createFileSink(path);
		try {
			for (let at = 0; at < whole.length; at += 1000) await sink.write(whole.slice(at, at + 1000));
			await sink.commit();
		} catch (error) {
			await sink.discard();
			throw error;
		}
	});
	return {...ended, text: readFileSync(path, 'utf8'), left: readdirSync(folder).filter(name => name !== 'out.csv')};
}

const faultsAt: Readonly<Record<string, (at: number) => Fault>> = {
	EIO: at => ({kind: 'error', at, code: 'EIO'}),
	EACCES: at => ({kind: 'error', at, code: 'EACCES'}),
	'a full disk': at => ({kind: 'full', at}),
	'a short write': at => ({kind: 'short', at}),
	'a kill': at => ({kind: 'kill', at}),
};

test.each(Object.keys(faultsAt))(
	'%s at any operation of an export leaves the old file or the whole new one',
	async name => {
		const {operations} = await exported({kind: 'none'});
		expect(operations).toBeGreaterThan(5);
		for (let at = 1; at <= operations; at++) {
			const {thrown, text, left} = await exported((faultsAt[name] as (at: number) => Fault)(at));
			expect(['old\n', whole], `${name} at ${at}`).toContain(text);
			if (thrown === undefined) expect({text, left}, `${name} at ${at}`).toEqual({text: whole, left: []});
			else if (name === 'a kill') expect(left.length, `${name} at ${at}`).toBeLessThanOrEqual(1);
			else expect(thrown, `${name} at ${at}`).toMatchObject({kind: 'disk'});
		}
	},
);

test('removes what a killed export left with the next one, but not what a running one writes', async () => {
	const folder = temporaryFolder();
	const living = createTemporaryName();
	for (const name of [leftoverOf(deadPid), living]) writeFileSync(join(folder, name), 'half');
	await (await createFileSink(join(folder, 'out.csv'))).commit();
	expect(readdirSync(folder).sort()).toEqual([living, 'out.csv']);
});

describe('a link', () => {
	const write = async (path: string) => {
		const sink = await createFileSink(path);
		await sink.write('new');
		await sink.commit();
		return sink.isFile;
	};

	test('stays, and the file that it points to is replaced atomically', async () => {
		const folder = temporaryFolder();
		mkdirSync(join(folder, 'other/deep'), {recursive: true});
		symlinkSync('other/deep', join(folder, 'to'));
		symlinkSync('../real.csv', join(folder, 'other/deep/link.csv'));
		symlinkSync('to/link.csv', join(folder, 'out.csv'));
		for (const _ of ['the target is created', 'the target is replaced']) {
			expect(await write(join(folder, 'out.csv'))).toBe(true);
			expect(readlinkSync(join(folder, 'out.csv'))).toBe('to/link.csv');
			expect(readFileSync(join(folder, 'other/real.csv'), 'utf8')).toBe('new');
			expect(readdirSync(join(folder, 'other'))).toEqual(['deep', 'real.csv']);
		}
	});

	type Opened = readonly [name: string, open: (folder: string) => void];
	/** Only root can give a folder to somebody else. */
	const given: readonly Opened[] = [
		['of another user', folder => chownSync(folder, 61_002, 61_002)],
		['that a group can change', folder => [chmodSync(folder, 0o775), chownSync(folder, 0, 61_002)]],
	];
	test.each<Opened>([
		['that all can change', folder => chmodSync(folder, 0o777)],
		['like /tmp', folder => chmodSync(folder, 0o1777)],
		...(process.getuid?.() === 0 ? given : []),
	])('in a folder %s is not followed, whoever made it', async (_, open) => {
		const folder = temporaryFolder();
		for (const name of ['own', 'shared']) mkdirSync(join(folder, name));
		writeFileSync(join(folder, 'own/precious.csv'), 'old');
		symlinkSync('../own/precious.csv', join(folder, 'shared/out.csv'));
		symlinkSync('../own', join(folder, 'shared/to'));
		open(join(folder, 'shared'));
		for (const path of ['shared/out.csv', 'shared/to/precious.csv']) {
			const message = expect.stringContaining('a link in a folder that others can change');
			await expect(write(join(folder, path))).rejects.toMatchObject({kind: 'disk', message});
		}
		expect(readFileSync(join(folder, 'own/precious.csv'), 'utf8')).toBe('old');
	});

	test('to a device is written as the device', async () => {
		const path = join(temporaryFolder(), 'out.csv');
		symlinkSync('/dev/null', path);
		expect(await write(path)).toBe(false);
		expect(readlinkSync(path)).toBe('/dev/null');
	});

	test('in a circle, or to a folder that is missing, is a disk error', async () => {
		const folder = temporaryFolder();
		symlinkSync('b', join(folder, 'a'));
		symlinkSync('a', join(folder, 'b'));
		symlinkSync('none/c.csv', join(folder, 'c'));
		await expect(write(join(folder, 'a'))).rejects.toMatchObject({kind: 'disk', message: /loop of links/});
		await expect(write(join(folder, 'c'))).rejects.toMatchObject({kind: 'disk'});
	});
});
