import {createHash} from 'node:crypto';
import type {FileHandle} from 'node:fs/promises';
import {CliError} from '../../../errors.ts';
import {writeAll} from '../../../files/file-bytes.ts';
import type {HttpResponse} from '../../../ports.ts';
import {createRejection} from '../zip/zip-rejection.ts';

const hint = 'try again later; each attempt gets a new address';

const createNetworkError = (message: string, status: number) =>
	new CliError('network', message, {hint, httpStatus: status, retryable: true});

/** Throws CliError `network` when the answer is a page instead of the file (docs/service.md#download-url). */
export function validateAnswer({status, headers}: HttpResponse): void {
	if (/^text\/html/i.test(String(headers['content-type'] ?? '')))
		throw createNetworkError('the download host sent a page instead of the file', status);
}

/** Bytes of the body by its header; undefined without one, and where it counts encoded bytes. */
function getDeclaredLength({headers}: HttpResponse): number | undefined {
	const length = headers['content-length'];
	return typeof length === 'string' && /^\d+$/.test(length) && headers['content-encoding'] === undefined
		? Number(length)
		: undefined;
}

/**
 * Writes a body to a file. Returns its size in bytes and its SHA-256. Throws CliError `network` when it is cut short, and a
 * rejection when it is larger than `maxBytes`.
 */
export async function receive(
	response: HttpResponse,
	file: FileHandle,
	{maxBytes, advance}: {readonly maxBytes: number; readonly advance: (bytes: number) => void},
): Promise<{readonly size: number; readonly sha256: string}> {
	const hash = createHash('sha256');
	let size = 0;
	for await (const chunk of response.body) {
		size += chunk.length;
		if (size > maxBytes)
			throw createRejection('unsafe', `the file is larger than ${maxBytes} bytes, which its listing allows at most`);
		await writeAll(file, chunk);
		hash.update(chunk);
		advance(chunk.length);
	}
	const declaredLength = getDeclaredLength(response);
	if (declaredLength !== undefined && declaredLength !== size)
		throw createNetworkError(`the transfer ended after ${size} of ${declaredLength} bytes`, response.status);
	return {size, sha256: hash.digest('hex')};
}
