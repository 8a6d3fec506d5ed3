import {CliError} from '../../errors.ts';

export type HttpAnswer = {
	readonly status: number;
	readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
	/** Undefined if the body is not UTF-8. */
	readonly text: string | undefined;
	readonly tries?: number;
};

export function getText({text, status}: HttpAnswer): string {
	if (text !== undefined) return text;
	throw new CliError('refused', 'the response of the service is not UTF-8 text', {
		hint: 'check that --base-url is the address of the service',
		code: 'not-json',
		httpStatus: status,
	});
}

/** Decodes chunk by chunk, because the bytes beside the text would double the memory. Skips a byte order mark. */
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
