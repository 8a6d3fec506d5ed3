import type {Answer} from './http-messages.ts';

/** An answered request. It contains no password, session or address. */
type LogEntry = {
	readonly number: number;
	readonly at: string;
	readonly method: string;
	readonly path: string;
	readonly status: number;
	readonly user: string | null;
	readonly product: number | null;
	/** The request without user, sessionId and productId, or null if it was long. */
	readonly request: object | null;
	readonly fault: string | null;
	readonly notes: readonly string[];
};

export type RequestLog = ReturnType<typeof createRequestLog>;

type Answered = {
	readonly method: string;
	readonly path: string;
	readonly answer: Pick<Answer, 'status' | 'about'>;
	/** In characters of the request body. */
	readonly length: number;
	readonly fault: string | null;
};

const maxEntries = 10_000;
/** The characters kept of one request and of all requests. Parsed requests take about ten times as many bytes. */
const maxCharacters = {one: 16_384, all: 2_000_000};

/** Keeps the last 10,000 requests, or fewer if they are long, so that the memory of a busy server does not grow. */
export function createRequestLog(now: () => Date) {
	let entries: LogEntry[] = [];
	let number = 0;
	let characters = 0;
	const cut = (most: number) => {
		entries = most === 0 ? [] : entries.slice(-most);
		characters = 0;
	};
	const keep = (entry: LogEntry, length: number) => {
		entries.push(entry);
		characters += length;
		if (characters > maxCharacters.all) cut(entries.length >> 1);
		else if (entries.length >= 2 * maxEntries) cut(maxEntries);
	};
	return {
		add: ({method, path, answer, length, fault}: Answered): LogEntry => {
			const about = answer.about ?? {};
			const entry = {
				number: ++number,
				at: now().toISOString(),
				method,
				path: maskAddress(path),
				status: answer.status,
				user: about.user ?? null,
				product: about.product ?? null,
				request: length <= maxCharacters.one ? (about.request ?? null) : null,
				fault,
				notes: about.notes ?? [],
			};
			keep(entry, entry.request ? length : 0);
			return entry;
		},
		entries: (): readonly LogEntry[] => entries.slice(-maxEntries),
		clear: () => cut(0),
	};
}

/** Hides the token of a one-time address, which is a secret until it is used. */
const maskAddress = (path: string) => path.replace(/^(\/download\/)[^/]+/, '$1…');
