import {
	chmodSync,
	lstatSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import {open} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {readPrivateFile, writePrivateFile} from '../../src/files/private-file.ts';
import {createTemporaryName} from '../../src/files/temporary-names.ts';
import {deadPid, leftoverOf} from '../support/disk/fault-fs.ts';
import {temporaryFolder} from '../support/disk/folders.ts';
import {run, shell} from '../support/program/child.ts';

const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);
const write = (path: string, text: string) =>
	`import {writePrivateFile} from 'src/files/private-file.ts'; await writePrivateFile(${JSON.stringify(path)}, ${text});`;

test('reads back what it wrote, and returns undefined for a missing file', async () => {
	const path = join(temporaryFolder(), 'deep/down/session.json');
	expect(await readPrivateFile(path)).toBeUndefined();
	await writePrivateFile(path, 'one');
	await writePrivateFile(path, 'zwei ✓');
	expect(await readPrivateFile(path)).toBe('zwei ✓');
});

test.each(['000', '022', '077'])(
	'is readable only by its owner under umask %s, also when written again',
	async umask => {
		const path = join(temporaryFolder(), 'new/session.json');
		const script = `process.umask(0o${umask}); ${write(path, '"a"')} ${write(path, '"b"').replace(/^import[^;]*; /, '')}`;
		expect(await run(script)).toMatchObject({code: 0});
		expect([mode(path), mode(join(path, '..')), readFileSync(path, 'utf8')]).toEqual(['600', '700', 'b']);
	},
);

test('rejects a file that others can read, and suggests chmod', async () => {
	const path = join(temporaryFolder(), 'session.json');
	await writePrivateFile(path, 'secret');
	chmodSync(path, 0o644);
	await expect(readPrivateFile(path)).rejects.toMatchObject({kind: 'disk', details: {hint: `chmod 600 '${path}'`}});
});

test('rejects a folder that others can change, and suggests chmod', async () => {
	const folder = join(temporaryFolder(), 'open');
	await writePrivateFile(join(folder, 'session.json'), 'secret');
	chmodSync(folder, 0o777);
	await expect(readPrivateFile(join(folder, 'session.json'))).rejects.toMatchObject({
		kind: 'disk',
		details: {hint: `chmod 700 '${folder}'`},
	});
});

test('writes neither into a folder that others can change nor through their links', async () => {
	const [folder, own] = [temporaryFolder(), join(temporaryFolder(), 'own')];
	writeFileSync(own, 'mine', {mode: 0o600});
	symlinkSync(own, join(folder, 'known-values.json'));
	chmodSync(folder, 0o777);
	await expect(writePrivateFile(join(folder, 'known-values.json'), '[]')).rejects.toMatchObject({kind: 'disk'});
	expect(readFileSync(own, 'utf8')).toBe('mine');
});

test('rejects a folder or a pipe in place of the file without hanging', async () => {
	const folder = temporaryFolder();
	mkdirSync(join(folder, 'a'));
	await expect(readPrivateFile(join(folder, 'a'))).rejects.toMatchObject({kind: 'disk'});
	await shell(`mkfifo -m 600 '${join(folder, 'b')}'`);
	await expect(readPrivateFile(join(folder, 'b'))).rejects.toMatchObject({kind: 'disk'});
});

test('follows and keeps a link to a file of the user', async () => {
	const folder = temporaryFolder();
	const real = join(folder, 'real/session.json');
	const link = join(folder, 'session.json');
	await writePrivateFile(real, 'old');
	symlinkSync(real, link);
	await writePrivateFile(link, 'new');
	expect([readFileSync(real, 'utf8'), lstatSync(link).isSymbolicLink()]).toEqual(['new', true]);
});

test('keeps the old content and reports the error when the disk is full', async () => {
	const path = join(temporaryFolder(), 'session.json');
	await writePrivateFile(path, 'old');
	// Files may grow to 16 blocks of 1 KiB; SIGXFSZ is ignored so that the write itself fails.
	const ended = await run(write(path, '"x".repeat(100_000)'), `ulimit -f 16; trap '' XFSZ;`);
	expect(ended.code).not.toBe(0);
	expect(ended.stderr).toContain('limit on file sizes');
	expect(readFileSync(path, 'utf8')).toBe('old');
	expect(readdirSync(join(path, '..'))).toEqual(['session.json']);
});

test('removes the remains of a killed writer with the next write, but not those of a living one', async () => {
	const folder = temporaryFolder();
	const [gone, living] = [leftoverOf(deadPid), createTemporaryName()];
	const foreign = ['.other.part', gone.slice(1), `${gone}.kept`, gone.replace('.part', 'x.part')];
	for (const name of [gone, living, ...foreign]) writeFileSync(join(folder, name), 'half');
	await writePrivateFile(join(folder, 'session.json'), 'whole');
	expect(readdirSync(folder).sort()).toEqual([living, ...foreign, 'session.json'].sort());
});

test('names the folder or file that cannot be written', async () => {
	const folder = temporaryFolder();
	writeFileSync(join(folder, 'file'), '');
	mkdirSync(join(folder, 'taken'));
	await expect(writePrivateFile(join(folder, 'file/session.json'), '')).rejects.toMatchObject({
		kind: 'disk',
		message: expect.stringContaining(`cannot make the folder ${join(folder, 'file')}`),
	});
	await expect(writePrivateFile(join(folder, 'taken'), '')).rejects.toMatchObject({
		kind: 'disk',
		message: expect.stringContaining(`cannot write ${join(folder, 'taken')}`),
	});
	expect(readdirSync(folder).sort()).toEqual(['file', 'taken']);
});

test('reports and keeps a link to itself', async () => {
	const path = join(temporaryFolder(), 'session.json');
	symlinkSync('session.json', path);
	await expect(writePrivateFile(path, 'new')).rejects.toMatchObject({kind: 'disk'});
	expect(lstatSync(path).isSymbolicLink()).toBe(true);
});

test('detects a disk that silently writes less than it was given', async () => {
	const path = join(temporaryFolder(), 'session.json');
	await writePrivateFile(path, 'old');
	const handle = await open(path);
	const prototype = Object.getPrototypeOf(handle) as {stat: () => Promise<object>};
	await handle.close();
	const {stat} = prototype;
	onTestFinished(() => void Object.assign(prototype, {stat}));
	prototype.stat = async () => ({size: 2});
	await expect(writePrivateFile(path, 'new')).rejects.toMatchObject({kind: 'disk', details: {code: 'ENOSPC'}});
	expect(readFileSync(path, 'utf8')).toBe('old');
	expect(readdirSync(join(path, '..'))).toEqual(['session.json']);
});
