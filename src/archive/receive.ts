import {createHash} from 'node:crypto';
import type {FileHandle} from 'node:fs/promises';
import {CliError} from '../errors.ts';
import {writeAll} from '../files/write.ts';
import type {HttpResponse} from '../ports.ts';
import {refusal} from './zip/refusal.ts';

const again = 'try again later; a new address is asked for each time';

const failed = (message: string, status: number) =>
	new CliError('network', message, {hint: again, httpStatus: status, retryable: true});

/** Throws unless the answer can be the file (wire-facts 1.14). */
export const validateAnswer = ({status, headers}: HttpResponse): void => {
	if (/^text\/html/i.test(String(headers['content-type'] ?? '')))
		throw failed('the download host sent a page instead of the file', status);
};

/** How many bytes the answer says it has; undefined when it does not, or counts them before decoding. */
const getLength = ({headers}: HttpResponse): number | undefined => {
	const length = headers['content-length'];
	return typeof length === 'string' && /^\d+$/.test(length) && headers['content-encoding'] === undefined
		? Number(length)
		: undefined;
};

export type Transfer = {
	/** The bytes, each already written to the file when it comes out. */
	readonly chunks: AsyncGenerator<Uint8Array>;
	/** Once they have all come: how many, and their SHA-256. */
	readonly result: () => {readonly size: number; readonly sha256: string};
};

/** Writes a body to a file while it is read on. Throws CliError `network` when it is cut short, a refusal when it exceeds `maxBytes`. */
export const receive = (
	response: HttpResponse,
	file: FileHandle,
	{maxBytes, advance}: {readonly maxBytes: number; readonly advance: (bytes: number) => void},
): Transfer => {
	const hash = createHash('sha256');
	let size = 0;
	const read = async function* () {
		for await (const chunk of response.body) {
			size += chunk.length;
			if (size > maxBytes)
				throw refusal('unsafe', `the file is larger than ${maxBytes} bytes, which its listing allows at most`);
			await writeAll(file, chunk);
			hash.update(chunk);
			advance(chunk.length);
			yield chunk;
		}
		const length = getLength(response);
		if (length !== undefined && length !== size)
			throw failed(`the transfer ended after ${size} of ${length} bytes`, response.status);
	};
	return {chunks: read(), result: () => ({size, sha256: hash.digest('hex')})};
};
