import {z} from 'zod';
import {once} from '../contract/once.ts';

/** A recording is a header line of JSON, followed by one line per exchange. */

export const recordingVersion = 1;

const header = once(() =>
	z.object({
		recording: z.literal(recordingVersion),
		program: z.string(),
		/** The command without its arguments. */
		command: z.string(),
		today: z.string(),
		labels: z.boolean(),
	}),
);
export type Header = z.infer<ReturnType<typeof header>>;

const exchange = once(() =>
	z.object({
		method: z.enum(['GET', 'POST', 'DELETE']),
		/** The path of the operation, without the address of the service. */
		path: z.string(),
		/** The JSON of the request, for any HTTP method. */
		request: z.string(),
		params: z.record(z.string(), z.string()).optional(),
		status: z.int().min(100).max(599).optional(),
		headers: z.record(z.string(), z.string()).optional(),
		body: z.string().optional(),
		failure: z.string().optional(),
	}),
);
export type RecordedExchange = z.infer<ReturnType<typeof exchange>>;

export type Recording = {readonly header: Header; readonly exchanges: readonly RecordedExchange[]};

/** Returns a message about the first invalid line if there is one. */
export function parseRecording(text: string): Recording | string {
	const lines = text.split('\n').filter(line => line !== '');
	const read = <T>(schema: z.ZodType<T>, at: number): T | undefined => {
		try {
			const found = schema.safeParse(JSON.parse(lines[at] ?? ''));
			return found.success ? found.data : undefined;
		} catch {
			return undefined;
		}
	};
	const first = read(header(), 0);
	if (first === undefined) return 'line 1 is not the header of a recording';
	const exchanges = lines.slice(1).map((_, at) => read(exchange(), at + 1));
	const wrong = exchanges.indexOf(undefined);
	if (wrong >= 0) return `line ${wrong + 2} is not an exchange`;
	return {header: first, exchanges: exchanges.filter(each => each !== undefined)};
}
