import {join} from 'node:path';
import {openRegular} from '../../files/file-bytes.ts';
import {createStateWorkFolder, createWorkFolder} from '../../files/work-folder.ts';
import {chunkSize, readEntry} from '../zip/read-entry.ts';
import {getZipLimits} from '../zip/zip-limits.ts';
import {validateRatios} from '../zip/zip-rules.ts';
import {fetchFile} from './fetch-file.ts';
import type {LogFile} from './log-file.ts';
import {createNotReadyError, waitForOpenFiles} from './open-files.ts';
import {type DownloadPorts, estimateBytes} from './run-download.ts';

export type StreamRequest = {
	readonly file: LogFile;
	/** Streams the content of the entries instead of the zip. */
	readonly unpack: boolean;
	/** For the file until it is complete; undefined: a folder of the program. */
	readonly folder: string | undefined;
	readonly stateDir: string;
	readonly maxBytes: number | undefined;
	readonly maxRatio?: number | undefined;
	readonly waitMs: number | undefined;
};

/** Yields bytes only after the whole file has been received and checked. Throws what `fetchFile` throws. */
export async function* streamFile(request: StreamRequest, ports: DownloadPorts): AsyncGenerator<Uint8Array> {
	const [file = request.file] = await waitForOpenFiles([request.file], request.waitMs ?? 0, ports);
	if (!file.available) throw createNotReadyError(file);
	const {folder, stateDir} = request;
	const work = await (folder === undefined ? createStateWorkFolder(stateDir) : createWorkFolder(folder));
	const {advance, end} = ports.progress.start({
		what: 'downloading',
		total: estimateBytes([file]),
		unit: 'bytes',
	});
	try {
		const limits = getZipLimits(file.uncompressedKB, {...request, open: file.kind === 'open'});
		const fetched = await fetchFile({file, limits, unpack: false, work: work.path}, {...ports, advance});
		if (request.unpack) validateRatios(fetched.entries, limits);
		end();
		const archive = await openRegular(join(work.path, file.name, `${file.name}.part`));
		try {
			if (!request.unpack) yield* archive.createReadStream({highWaterMark: chunkSize, autoClose: false});
			else for (const entry of fetched.entries) yield* readEntry(archive, entry);
		} finally {
			await archive.close();
		}
	} finally {
		end();
		await work.remove();
	}
}
