import {createHash} from 'node:crypto';
import type {FileHandle} from 'node:fs/promises';
import {CliError} from '../../errors.ts';
import {writeAll} from '../../files/file-bytes.ts';
import type {HttpResponse} from '../../ports.ts';
import {createRejection} from '../zip-rejection.ts';

const hint = 'try again later; each attempt gets a new address';

const createNetworkError = (message: string, status: number) =>
	new CliError('network', message, {hint, httpStatus: status, retryable: true});

/** Throws CliError (network) if the host sent a web page instead of the file (docs/service.md#download-url). */
export function validateDownloadResponse({status, headers}: HttpResponse): void {
	if (/^text\/html/i.test(String(headers['content-type'] ?? '')))
		throw createNetworkError('the download host sent a web page instead of the file', status);
}

/** Returns undefined if the header is missing or counts encoded bytes. */
function getDeclaredLength({headers}: HttpResponse): number | undefined {
	const length = headers['content-length'];
	return typeof length === 'string' && /^\d+$/.test(length) && headers['content-encoding'] === undefined
		? Number(length)
		: undefined;
}

/** Throws CliError (network) if the body is cut short, and a rejection if it is larger than `maxBytes`. */
export async function receiveBody(
	response: HttpResponse,
	file: FileHandle,
	{maxBytes, advance}: {readonly maxBytes: number; readonly advance: (bytes: number) => void},
): Promise<{readonly size: number; readonly sha256: string}> {
	const hash = createHash('sha256');
	let size = 0;
	for await (const chunk of response.body) {
		size += chunk.length;
		if (size > maxBytes)
			throw createRejection(
				'unsafe',
				`the file is larger than ${maxBytes} bytes, the limit that follows from its listed size`,
			);
		await writeAll(file, chunk);
		hash.update(chunk);
		advance(chunk.length);
	}
	const declaredLength = getDeclaredLength(response);
	if (declaredLength !== undefined && declaredLength !== size)
		throw createNetworkError(`the transfer ended after ${size} of ${declaredLength} bytes`, response.status);
	return {size, sha256: hash.digest('hex')};
}
