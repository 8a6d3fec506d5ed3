import {CliError} from '../../errors.ts';

/** An HTTP response with its whole body. */
export type Answer = {
	readonly status: number;
	readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
	readonly bytes: Buffer;
	/** How often the request was sent; 1 when absent. */
	readonly tries?: number;
};

const utf8 = new TextDecoder('utf-8', {fatal: true});

/** The body as text: UTF-8, with or without a byte order mark. Throws CliError `refused` for anything else. */
export function getText({bytes, status}: Answer): string {
	try {
		return utf8.decode(bytes);
	} catch {
		throw new CliError('refused', 'the service answered with something that is not UTF-8 text', {
			hint: 'is --base-url the address of the service itself?',
			code: 'not-json',
			httpStatus: status,
		});
	}
}
