import {type FileHandle, open} from 'node:fs/promises';
import {join} from 'node:path';
import type {LogKind} from '../kinds.ts';
import {writeAll} from '../write-file.ts';
import {createLineScan, type Part, type Reject, type TableSpec} from './line-scan.ts';

/** Rows of a table as CSV, ready to be loaded: no header, the fingerprint behind the fields. */
export type Segment = {
	readonly table: string;
	readonly path: string;
	readonly columns: readonly string[];
	/** Bytes of the longest row. */
	readonly longest: number;
};

export type SegmentOptions = {
	readonly kind: LogKind;
	readonly tables: readonly TableSpec[];
	/** A private folder for the segments. */
	readonly folder: string;
	/** Takes over a segment and its file, while the next one is being written; one at a time. */
	readonly load: (segment: Segment) => Promise<void>;
	readonly reject: (rejects: readonly Reject[]) => Promise<void>;
	readonly segmentBytes?: number;
};

/** Small enough to lie about twice, large enough for the engine to work on it with all its threads. */
const defaultSegmentBytes = 64 * 2 ** 20;
/** Names of segments are told apart also between files that are read one after the other. */
let number = 0;

type Loader = {readonly start: (segment: Segment) => Promise<void>; readonly end: () => Promise<void>};

/** One segment at a time is on its way into the engine; who brings the next one waits, and hears of a failure. */
const createLoader = (load: SegmentOptions['load']): Loader => {
	let loading: Promise<void> = Promise.resolve();
	return {
		start: async segment => {
			await loading;
			loading = load(segment);
			loading.catch(() => undefined);
		},
		end: () => loading,
	};
};

type Open = {readonly file: FileHandle; readonly segment: Segment; bytes: number; longest: number};

/** The segments of one table, one behind the other. */
const createSegmentFiles = (folder: string, loader: Loader, segmentBytes: number) => {
	let current: Open | undefined;
	const close = async () => {
		if (!current) return;
		const {file, segment, longest} = current;
		current = undefined;
		await file.close();
		await loader.start({...segment, longest});
	};
	const begin = async ({table, columns}: Part): Promise<Open> => {
		const path = join(folder, `segment-${number++}.csv`);
		return {file: await open(path, 'wx'), segment: {table, path, columns, longest: 0}, bytes: 0, longest: 0};
	};
	return {
		add: async (part: Part) => {
			if (current && (current.segment.columns !== part.columns || current.bytes >= segmentBytes)) await close();
			current ??= await begin(part);
			for (const block of part.blocks) {
				await writeAll(current.file, block);
				current.bytes += block.length;
			}
			current.longest = Math.max(current.longest, part.longest);
		},
		close,
		/** After a failure. */
		drop: async () => current?.file.close(),
	};
};

/**
 * Turns the bytes of a CSV into segments for the engine; what cannot be a row of the table is handed to `reject`. Each row
 * that is not empty comes out one way or the other. Returns how many of each there were.
 */
export const writeSegments = async (
	content: AsyncIterable<Uint8Array>,
	{kind, tables, folder, load, reject, segmentBytes = defaultSegmentBytes}: SegmentOptions,
): Promise<{readonly rows: number; readonly rejected: number}> => {
	const scan = createLineScan(kind, tables);
	const loader = createLoader(load);
	const files = new Map(tables.map(({name}) => [name, createSegmentFiles(folder, loader, segmentBytes)]));
	const total = {rows: 0, rejected: 0};
	const flush = async () => {
		const {parts, rejects, rows} = scan.take();
		for (const part of parts) await files.get(part.table)?.add(part);
		total.rows += rows;
		total.rejected += rejects.length;
		if (rejects.length > 0) await reject(rejects);
	};
	try {
		for await (const chunk of content) {
			scan.push(chunk as Buffer);
			await flush();
		}
		scan.end();
		await flush();
		for (const file of files.values()) await file.close();
		await loader.end();
		return total;
	} catch (error) {
		for (const file of files.values()) await file.drop();
		await loader.end().catch(() => undefined);
		throw error;
	}
};
