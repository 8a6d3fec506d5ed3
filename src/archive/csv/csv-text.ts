import {Readable} from 'node:stream';
import {createGunzip} from 'node:zlib';
import {findEncoding, looksLikeUtf16, readHead} from '../../files/encoding.ts';
import {chunkSize} from '../zip/read-entry.ts';
import {defaultMaxRatio, minRatioBytes} from '../zip/zip-limits.ts';
import {createRejection, toRejection} from '../zip-rejection.ts';

/** Decodes UTF-16; half a character becomes U+FFFD. */
async function* decodeUtf16(chunks: AsyncIterable<Uint8Array>, encoding: string): AsyncGenerator<Buffer> {
	const decoder = new TextDecoder(encoding);
	for await (const chunk of chunks) yield Buffer.from(decoder.decode(chunk, {stream: true}));
	yield Buffer.from(decoder.decode());
}

const isUtf16 = (head: Uint8Array) =>
	(head[0] === 0xff && head[1] === 0xfe) ||
	(head[0] === 0xfe && head[1] === 0xff) ||
	(head.length > 3 && looksLikeUtf16(head) && looksLikeUtf16(head.subarray(2)));

/** Returns UTF-16 as UTF-8, and other content as it is. */
export async function* toText(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
	const {head, rest} = await readHead(content, 4);
	const whole = joinHead(head, rest);
	if (isUtf16(head)) yield* decodeUtf16(whole, findEncoding(head).encoding);
	else yield* whole;
}

export async function* joinHead(head: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
	yield head;
	yield* rest;
}

/** Unpacks gzip, recognized by its first bytes. Throws a rejection if it is damaged or unpacks to far more bytes. */
export async function* unpackGzip(content: AsyncIterable<Buffer>, maxRatio = defaultMaxRatio): AsyncGenerator<Buffer> {
	const {head, rest} = await readHead(content, 2);
	const whole = joinHead(head, rest);
	if (head[0] !== 0x1f || head[1] !== 0x8b) return yield* whole;
	const packed = Readable.from(whole, {objectMode: false});
	const gunzip = createGunzip({chunkSize});
	packed.on('error', error => gunzip.destroy(error)).pipe(gunzip);
	let size = 0;
	try {
		for await (const chunk of gunzip as AsyncIterable<Buffer>) {
			size += chunk.length;
			if (size > minRatioBytes && size > gunzip.bytesWritten * maxRatio)
				throw createRejection('ratio', `the file unpacks to more than ${maxRatio} times its size`);
			yield chunk;
		}
	} catch (error) {
		throw toRejection(error);
	} finally {
		packed.destroy();
	}
}
