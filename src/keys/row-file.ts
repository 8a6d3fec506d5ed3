import {open, readdir, rename, rm} from 'node:fs/promises';
import {basename, dirname, join} from 'node:path';
import type {Dataset} from '../output/dataset.ts';
import {loadRenderer} from '../output/formats.ts';
import {isAlive, ownPid} from '../session/lock-owner.ts';
import {syncFolder} from '../session/private-file.ts';
import {diskError, writeWhole} from './disk.ts';

/** Name of a file that belongs to an upload: `keys.csv.rejected.csv`; standard input has its files in the current folder. */
export const nameBeside = (file: string, ending: string): string => `${file === '-' ? 'stdin' : file}.${ending}`;

/** What killed runs left beside the file. */
async function sweep(path: string): Promise<void> {
	const [start, end] = [`.${basename(path)}.`, '.part'];
	for (const entry of await readdir(dirname(path))) {
		if (!entry.startsWith(start) || !entry.endsWith(end)) continue;
		const pid = Number(entry.slice(start.length, -end.length));
		if (Number.isInteger(pid) && !isAlive(pid)) await rm(join(dirname(path), entry), {force: true});
	}
}

/** Writes a whole file or none, private like the keys in it. Throws CliError disk. */
export async function writeTextFile(path: string, chunks: AsyncIterable<string>): Promise<void> {
	const temporary = join(dirname(path), `.${basename(path)}.${ownPid}.part`);
	try {
		await sweep(path);
		const file = await open(temporary, 'w', 0o600);
		try {
			for await (const chunk of chunks) await writeWhole(file, Buffer.from(chunk));
			await file.sync();
		} finally {
			await file.close();
		}
		await rename(temporary, path);
		await syncFolder(dirname(path));
	} catch (cause) {
		await rm(temporary, {force: true}).catch(() => {});
		throw diskError('write', path, cause);
	}
}

/** Rows as CSV that an upload reads back: no cell is defused. */
export async function* toCsv({columns, blocks}: Dataset): AsyncGenerator<string> {
	const createCsv = await loadRenderer.csv();
	const plain = {header: true, live: false, width: undefined, color: false, delimiter: ',', bom: false, safe: false};
	const renderer = createCsv(columns, {...plain, note: () => {}});
	yield renderer.head();
	for await (const block of blocks) yield renderer.block(block);
	yield renderer.tail();
}
