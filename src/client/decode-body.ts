import type {Readable, Transform} from 'node:stream';
import {CliError} from '../errors.ts';

type Decoder = () => Promise<Transform>;

/** What we say we accept, and how to undo it; zlib is loaded only when an answer comes packed. */
const decoders: Readonly<Record<string, Decoder>> = {
	gzip: async () => (await import('node:zlib')).createGunzip(),
	'x-gzip': async () => (await import('node:zlib')).createGunzip(),
	br: async () => (await import('node:zlib')).createBrotliDecompress(),
};

/**
 * The body without its content encoding, as a stream that ends with an error when the packed bytes are not what they say.
 * Throws CliError `refused` for an encoding we did not ask for; two of them on top of each other are none.
 */
export async function decodeBody(body: Readable, encoding: string | readonly string[] | undefined): Promise<Readable> {
	const name = [encoding].flat().join(',').trim().toLowerCase();
	if (name === '' || name === 'identity') return body;
	const decoder = Object.hasOwn(decoders, name) ? await decoders[name]?.() : undefined;
	if (!decoder) {
		body.on('error', () => undefined).destroy();
		throw new CliError(
			'refused',
			`the answer is packed as ${JSON.stringify(name.slice(0, 40))}, which was not asked for`,
			{
				hint: 'is there a proxy in between? usagectl doctor shows what answers',
				code: 'malformed',
			},
		);
	}
	const {pipeline} = await import('node:stream');
	return pipeline(body, decoder, () => undefined);
}
