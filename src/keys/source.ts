import {createHash} from 'node:crypto';
import {type FileHandle, open} from 'node:fs/promises';
import {basename, join} from 'node:path';
import {CliError} from '../errors.ts';
import {toDiskError, withDiskErrors} from '../files/disk-error.ts';
import {readChunks, writeNewFile} from '../files/write.ts';
import {EncodingFault, findEncoding, toUtf8} from './encoding.ts';
import {fileError} from './problem.ts';

/** The file to upload. It can be read more than once, and says when it changed in between. */
export type Source = {
	/** As the user named it; `-` for standard input. */
	readonly name: string;
	/** In bytes. */
	readonly size: number;
	/**
	 * Its text as UTF-8 without a byte order mark; `onBytes` hears how many bytes of the file were read. Throws CliError usage
	 * at bytes that are no text.
	 */
	readonly text: (onBytes?: (count: number) => void) => AsyncIterable<Buffer>;
	/** SHA-512 of its bytes: on a processor that has no instructions for SHA-256, half its time. */
	readonly digest: () => Promise<string>;
	readonly close: () => Promise<void>;
};

export type SourceOptions = {
	/** Standard input, for the name `-`. */
	readonly stdin: () => AsyncIterable<Uint8Array>;
	/** Where standard input and pipes are kept until they have been read twice. */
	readonly folder: string;
};

/** Opens the file that the user named. Throws CliError: usage when there is no such file, disk when it cannot be read. */
export async function openSource(name: string, {stdin, folder}: SourceOptions): Promise<Source> {
	if (name === '-') return fromCopy(name, stdin(), folder);
	const file = await open(name, 'r').catch(async cause => Promise.reject(await openError(name, cause)));
	const found = await file.stat();
	if (found.isFile()) return fromFile(name, file, name);
	if (found.isDirectory()) {
		await file.close();
		throw fileError(`${name} is a folder`, {hint: 'name a CSV or JSON file in it'});
	}
	return fromCopy(name, file.createReadStream({autoClose: true}), folder);
}

async function openError(name: string, cause: NodeJS.ErrnoException): Promise<unknown> {
	if (cause.code !== 'ENOENT') return toDiskError(cause, 'read', name);
	const {nearFiles} = await import('../near-files.ts');
	const suggest = await nearFiles(name);
	return new CliError('usage', `there is no file ${name}`, {
		hint:
			suggest.length > 0
				? `did you mean ${suggest.join(' or ')}?`
				: 'usagectl keys template prints a file to start from',
		code: 'input-file',
		suggest,
		cause,
	});
}

/** What can be read only once is kept: it is read to be checked, and again to be sent. */
async function fromCopy(name: string, bytes: AsyncIterable<Uint8Array>, folder: string): Promise<Source> {
	const path = join(folder, 'input');
	await withDiskErrors('write', path, () => writeNewFile(path, bytes, 0o600));
	return fromFile(name, await open(path, 'r'), path);
}

async function fromFile(name: string, file: FileHandle, path: string): Promise<Source> {
	const {size, mtimeMs} = await file.stat();
	const bytes = async function* (onBytes?: (count: number) => void) {
		let read = 0;
		for await (const chunk of readChunks(file)) {
			read += chunk.length;
			onBytes?.(chunk.length);
			yield chunk;
		}
		const now = await file.stat();
		if (read === size && now.mtimeMs === mtimeMs) return;
		throw fileError(`${name} changed while it was read`, {hint: 'run the command again when the file is at rest'});
	};
	return {
		name,
		size,
		text: async function* (onBytes) {
			try {
				yield* toUtf8(bytes(onBytes));
			} catch (error) {
				throw error instanceof EncodingFault ? await explain(name, file, error) : error;
			}
		},
		digest: async () => {
			const hash = createHash('sha512');
			for await (const chunk of bytes()) hash.update(chunk);
			return hash.digest('hex');
		},
		close: () => withDiskErrors('read', path, () => file.close()),
	};
}

/** Reads the file once more, up to the fault, to tell its line and column. */
async function explain(name: string, file: FileHandle, fault: EncodingFault): Promise<CliError> {
	let line = 1;
	let head: Buffer = Buffer.alloc(0);
	let text: Buffer = Buffer.alloc(0);
	let left = fault.at;
	for await (const chunk of readChunks(file)) {
		if (head.length === 0) head = chunk.subarray(0, 4);
		const good = chunk.subarray(0, left);
		for (let at = good.indexOf(10); at !== -1; at = good.indexOf(10, at + 1)) line++;
		const last = good.lastIndexOf(10);
		text = last === -1 ? Buffer.concat([text, good]) : good.subarray(last + 1);
		left -= good.length;
		if (left === 0) break;
	}
	const place = fault.at === 0 ? {line: 1, column: 1} : {line, column: lengthOf(text, head) + 1};
	return fileError(`${name}: ${fault.message}`, {
		hint: 'save the file as UTF-8, or as UTF-16 with a byte order mark',
		place: {source: basename(name), ...place},
	});
}

function lengthOf(bytes: Buffer, head: Buffer): number {
	const {encoding, markLength} = findEncoding(head);
	// Behind a line feed in UTF-16, little endian, comes the other half of it.
	const rest = encoding === 'utf-16le' && bytes[0] === 0 ? bytes.subarray(1) : bytes;
	const text = new TextDecoder(encoding, {ignoreBOM: true}).decode(rest);
	return markLength > 0 && text.startsWith('\ufeff') ? text.length - 1 : text.length;
}
