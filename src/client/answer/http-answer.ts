import {CliError} from '../../errors.ts';

/** An HTTP response with its whole body. */
export type Answer = {
	readonly status: number;
	readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
	/** The body; undefined where it is not UTF-8. */
	readonly text: string | undefined;
	/** The number of times that the request was sent; 1 when absent. */
	readonly tries?: number;
};

/** Returns the body. Throws CliError (refused) if it is not text. */
export function getText({text, status}: Answer): string {
	if (text !== undefined) return text;
	throw new CliError('refused', 'the response of the service is not UTF-8 text', {
		hint: 'check that --base-url is the address of the service',
		code: 'not-json',
		httpStatus: status,
	});
}

/** The text of UTF-8, with or without a byte order mark. Decoded as it comes: the bytes beside the text would double its memory. */
export async function readText(
	body: AsyncIterable<Uint8Array>,
): Promise<{readonly text: string | undefined; readonly bytes: number}> {
	const utf8 = new TextDecoder('utf-8', {fatal: true});
	let text: string | undefined = '';
	let bytes = 0;
	const decode = (chunk?: Uint8Array) => {
		try {
			if (text !== undefined) text += utf8.decode(chunk, {stream: chunk !== undefined});
		} catch {
			text = undefined;
		}
	};
	for await (const chunk of body) {
		bytes += chunk.length;
		decode(chunk);
	}
	decode();
	return {text, bytes};
}
