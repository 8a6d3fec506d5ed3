import {mkdir, mkdtemp, open, readdir, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {crc32} from 'node:zlib';
import {checkArchive} from '../../../src/archive/zip/check-archive.ts';
import {getZipLimits} from '../../../src/archive/zip/zip-limits.ts';
import {CliError} from '../../../src/errors.ts';
import {hostileZips} from '../data/hostile-zips.ts';
import {createRandom, mutate} from '../data/mutate.ts';

const seeds = hostileZips.filter(({verdict, bytes}) => verdict === 'ok' && bytes.length < 5000);

/** Check sums of the good archives' members: a mutant that is let in must hold nothing else. */
const readMembers = async (folder: string) => {
	const names = await readdir(folder, {recursive: true, withFileTypes: true});
	return Promise.all(
		names.filter(each => each.isFile()).map(async each => crc32(await readFile(join(each.parentPath, each.name)))),
	);
};

const attempt = async (bytes: Buffer, folder: string): Promise<'refused' | readonly number[]> => {
	const target = join(folder, 'target');
	await mkdir(target);
	await writeFile(join(folder, 'archive.zip'), bytes);
	const file = await open(join(folder, 'archive.zip'));
	try {
		const entries = await checkArchive(file, getZipLimits(0), target);
		const claimed = entries.filter(each => !each.folder).map(({crc}) => crc);
		const found = await readMembers(target);
		if (found.toSorted().join() !== claimed.toSorted().join())
			throw new Error('a member with a wrong check sum was let in');
		return found;
	} catch (error) {
		if (error instanceof CliError && error.kind === 'damaged') return 'refused';
		throw error;
	} finally {
		await file.close();
	}
};

/** Throws that many mutants at the unpacker; tells what was let in, and what lies where nothing should. */
export const throwMutants = async (count: number, seed: number) => {
	const root = await mkdtemp(join(tmpdir(), 'usagectl-mutants-'));
	const random = createRandom(seed);
	const tally = {refused: 0, unpacked: 0, outside: [] as string[]};
	try {
		for (let at = 0; at < count; at++) {
			const folder = join(root, 'run');
			await mkdir(folder);
			const result = await attempt(mutate(random.pick(seeds).bytes, random), folder);
			tally[result === 'refused' ? 'refused' : 'unpacked']++;
			for (const place of [root, folder]) {
				const stray = (await readdir(place)).filter(name => !['run', 'archive.zip', 'target'].includes(name));
				tally.outside.push(...stray);
			}
			await rm(folder, {recursive: true});
		}
		return tally;
	} finally {
		await rm(root, {recursive: true, force: true});
	}
};
