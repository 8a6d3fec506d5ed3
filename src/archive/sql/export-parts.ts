import {dirname, join} from 'node:path';
import {writeFileAtomic} from '../../files/atomic-file.ts';
import {disk} from '../../files/disk.ts';
import {createStateWorkFolder} from '../../files/work-folder.ts';
import type {Column, Row} from '../../output/dataset.ts';
import {openEngine} from './engine.ts';
import {type WithEngine, writeParquet} from './write-parquet.ts';

export type ParquetPart = {readonly path: string; readonly columns: readonly Column[]; readonly rows: readonly Row[]};

export async function exportParts(
	parts: AsyncIterable<ParquetPart>,
	{stateDir, signal}: {readonly stateDir: string; readonly signal: AbortSignal},
): Promise<number> {
	const work = await createStateWorkFolder(stateDir);
	try {
		const engine = await openEngine({temp: work.path, folders: [], signal, keepsOrder: true, isSmall: true});
		const withEngine: WithEngine = step => step(engine);
		let count = 0;
		try {
			for await (const {path, columns, rows} of parts) {
				const made = join(work.path, 'part.parquet');
				await writeParquet(withEngine, {columns, blocks: [rows]}, {folder: work.path, path: made});
				await disk.reportingAs('write', path).makeFolder(dirname(path));
				// The bytes are copied, because the target may be on another disk.
				await writeFileAtomic(path, disk.readChunks(made), {mode: 0o666});
				count++;
			}
		} finally {
			await engine.close();
		}
		return count;
	} finally {
		await work.remove();
	}
}
