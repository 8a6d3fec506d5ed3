import {createHash} from 'node:crypto';
import {basename} from 'node:path';
import {CliError} from '../../errors.ts';
import {disk, isDiskError} from '../../files/disk.ts';
import type {DiskFile} from '../../files/disk-file.ts';
import {EncodingError, type EncodingName, looksLikeUtf16, readHead, toUtf8} from '../../files/encoding.ts';
import {suggestion} from '../../text/near-names.ts';
import type {KeysPorts} from '../keys-ports.ts';
import {fileError, type Position} from '../rows/input-error.ts';
import type {Workspace} from '../store/workspace.ts';

/** The file to upload. It can be read several times; if it changes in between, reading throws CliError (usage). */
export type Source = {
	/** The name that the user gave; `-` for standard input. */
	readonly name: string;
	/** The size in bytes. */
	readonly size: number;
	readonly bytes: () => AsyncIterable<Buffer>;
	/** Reads the text as UTF-8 without a byte order mark. Throws CliError (usage) for invalid bytes. */
	readonly text: () => AsyncIterable<Buffer>;
	readonly positionOf: (byte: number) => Promise<Position>;
	readonly digest: () => Promise<string>;
	readonly close: () => Promise<void>;
};

export type SourceOptions = {
	readonly stdin: () => AsyncIterable<Uint8Array>;
	readonly workspace: Pick<Workspace, 'path' | 'onClose'>;
	readonly note: KeysPorts['note'];
	readonly encoding?: EncodingName | undefined;
};

/**
 * Opens a file for the lifetime of the workspace. Throws CliError: usage if the file does not exist, disk if it cannot be
 * read.
 */
export async function openSource(name: string, options: SourceOptions): Promise<Source> {
	const source = await openNamed(name, options);
	options.workspace.onClose(source.close);
	return source;
}

async function openNamed(name: string, options: SourceOptions): Promise<Source> {
	if (name === '-') return fromCopy(name, options.stdin(), options);
	const found = await disk.stat(name).catch(async error => Promise.reject(await openError(name, error)));
	if (found.isDirectory()) throw fileError(`${name} is a folder`, {hint: 'give a CSV, JSON or .xlsx file'});
	if (!found.isFile()) return fromCopy(name, disk.readInput(name), options);
	return fromFile(await disk.open(name, 'r'), name, options);
}

async function openError(name: string, cause: unknown): Promise<unknown> {
	if (!isDiskError(cause, 'ENOENT')) return cause;
	const {findSimilarFiles} = await import('../../files/disk-error.ts');
	return new CliError('usage', `there is no file ${name}`, {
		...suggestion(await findSimilarFiles(name), 'to print an import file to fill in: usagectl keys template'),
		code: 'input-file',
		cause,
	});
}

/** Copies a pipe, which can be read only once: one pass computes the digest to find an unfinished run, another checks the rows. */
async function fromCopy(name: string, bytes: AsyncIterable<Uint8Array>, options: SourceOptions): Promise<Source> {
	const path = options.workspace.path('input');
	await disk.writeNew(path, bytes, 0o600);
	return fromFile(await disk.open(path, 'r'), name, options);
}

async function fromFile(file: DiskFile, name: string, {encoding, note}: SourceOptions): Promise<Source> {
	const {size, mtimeMs} = await file.stat();
	const {head} = await readHead(file.chunks(), 2);
	if (encoding === undefined && looksLikeUtf16(head)) {
		await note(`${name} has no byte order mark and is read as UTF-16`);
	}
	const bytes = async function* () {
		let read = 0;
		for await (const chunk of file.chunks()) {
			read += chunk.length;
			yield chunk;
		}
		const now = await file.stat();
		if (read === size && now.mtimeMs === mtimeMs) return;
		throw fileError(`${name} changed while it was being read`, {
			hint: 'run the command again when no program is writing to the file',
		});
	};
	const positionOf = (byte: number) => findPosition(toUtf8(file.chunks(), encoding), byte);
	return {
		name,
		size,
		positionOf,
		bytes,
		text: async function* () {
			let length = 0;
			try {
				for await (const chunk of toUtf8(bytes(), encoding)) {
					length += chunk.length;
					yield chunk;
				}
			} catch (error) {
				if (!(error instanceof EncodingError)) throw error;
				throw fileError(`${name}: ${error.message}`, {
					hint: encoding === undefined ? encodingHint : 'save the file as UTF-8, and leave out --encoding',
					place: {source: basename(name), ...(await positionOf(length))},
				});
			}
		},
		digest: async () => {
			const hash = createHash('sha512');
			for await (const chunk of bytes()) hash.update(chunk);
			return hash.digest('hex');
		},
		close: () => file.close(),
	};
}

const encodingHint = 'save the file as UTF-8; or, if an older Windows program wrote it, add --encoding windows-1252';

const lineFeed = 10;

/** Finds the position of a byte; for a byte after the end, it is the end of the text. */
async function findPosition(text: AsyncIterable<Buffer>, byte: number): Promise<Position> {
	let line = 1;
	let lastLine: Buffer = Buffer.alloc(0);
	let left = byte;
	// For the first byte nothing is read, because it may be invalid.
	if (left > 0) {
		for await (const chunk of text) {
			const part = chunk.subarray(0, left);
			for (let at = part.indexOf(lineFeed); at !== -1; at = part.indexOf(lineFeed, at + 1)) line++;
			const last = part.lastIndexOf(lineFeed);
			lastLine = last === -1 ? Buffer.concat([lastLine, part]) : part.subarray(last + 1);
			left -= part.length;
			if (left === 0) break;
		}
	}
	return {line, column: lastLine.toString().length + 1};
}
