import {pipeline, type Readable, type Transform} from 'node:stream';
import {createBrotliDecompress, createGunzip} from 'node:zlib';
import {CliError} from '../../errors.ts';

const decoders: ReadonlyMap<string, () => Transform> = new Map([
	['gzip', createGunzip],
	['x-gzip', createGunzip],
	['br', createBrotliDecompress],
]);

/**
 * The returned stream ends with an error if the bytes do not have the encoding. Throws CliError (refused) for an
 * encoding that was not requested, such as two on top of each other.
 */
export function decodeBody(body: Readable, encoding: string | readonly string[] | undefined): Readable {
	const name = [encoding].flat().join(',').trim().toLowerCase();
	if (name === '' || name === 'identity') return body;
	const createDecoder = decoders.get(name);
	if (createDecoder) return pipeline(body, createDecoder(), () => undefined);
	body.on('error', () => undefined).destroy();
	const shown = JSON.stringify(name.slice(0, 40));
	throw new CliError('refused', `the response has the content encoding ${shown}, which was not requested`, {
		hint: 'check for a proxy in between: usagectl doctor',
		code: 'malformed',
	});
}
