import type {HttpResponse, Transport} from '../../../src/ports.ts';

/** Answers that a service should never give: made from good ones, leaf by leaf, and as wholes. */

export type Variant = {
	readonly name: string;
	readonly body: string | Uint8Array;
	readonly status?: number;
	readonly type?: string;
};

const deep = (open: string, close: string) =>
	`{"status":"OK","results":${open.repeat(100_000)}1${close.repeat(100_000)}}`;

/** Answers that are not usable, and the exit code that each ends with (test/faults.md J1). */
export const noAnswers: readonly (Variant & {readonly exitCode: number})[] = [
	...[
		['nothing', ''],
		['a blank', ' '],
		['null', 'null'],
		['a number', '1'],
		['a text', '"OK"'],
		['a list', '[]'],
		['an empty object', '{}'],
		['plain text', 'OK'],
		['a cut object', '{"status":"OK","results":'],
		['two objects', '{"status":"OK"}{"status":"OK"}'],
		['a comma too many', '{"status":"OK",}'],
		['status in lower case', '{"status":"ok"}'],
		['status with a blank', '{"status":"OK "}'],
		['status as a list', '{"status":["OK"]}'],
		['an unknown status', '{"status":"DEGRADED"}'],
		['SYNTAX ERROR', '{"status":"SYNTAX ERROR","reason":"no"}'],
		[
			'a terrible reason',
			JSON.stringify({status: 'SYNTAX ERROR', reason: '\u001b]0;x\u0007\u009b2J%s%n\u202e'.repeat(1000)}),
		],
		['a deep list', deep('[', ']')],
		['a deep object', deep('{"a":', '}')],
		['half a character', '{"status":"OK","results":"\\ud83d"'],
	].map(([name = '', body = '']) => ({name, body, exitCode: 4})),
	{name: 'UTF-16', body: Buffer.from('{"status":"OK"}', 'utf16le'), exitCode: 4},
	{name: 'Latin-1', body: Buffer.from('{"status":"OK","results":"é"}', 'latin1'), exitCode: 4},
	{name: 'AUTH ERROR', body: '{"status":"AUTH ERROR","reason":"over"}', exitCode: 3},
	{name: 'a page', body: '<!DOCTYPE html><title>x</title>', type: 'text/html', exitCode: 3},
	{name: 'a page with 502', body: '<html>', status: 502, exitCode: 5},
	{name: 'OK with 500', body: '{"status":"OK"}', status: 500, exitCode: 5},
	{name: 'a bare 403', body: '', status: 403, exitCode: 3},
	{name: 'a bare 404', body: '', status: 404, exitCode: 4},
	{name: 'a redirect', body: '', status: 302, exitCode: 3},
];

/** JSON texts, some of which JSON.stringify could not write. */
const odd: readonly (string | undefined)[] = [
	undefined,
	'null',
	'true',
	'-1',
	'0.5',
	'1e999',
	'9007199254740993',
	'""',
	'"\\u001b]0;title\\u0007\\u009b2J\\u202e"',
	`"${'x'.repeat(20_000)}"`,
	'"a\\nb\\u0000c"',
	'"2026-02-30"',
	'[]',
	'[[[]]]',
	'{}',
	'{"__proto__":{"polluted":1},"constructor":1,"toString":2}',
	'{"content":"x","colSpan":9}',
];

type Place = readonly (string | number)[];

/** Every place of a value, the first two of each list and the first four members of each object. */
function* placesOf(value: unknown, at: Place = []): Generator<Place> {
	yield at;
	if (Array.isArray(value))
		for (let index = 0; index < Math.min(2, value.length); index++) yield* placesOf(value[index], [...at, index]);
	else if (typeof value === 'object' && value !== null)
		for (const key of Object.keys(value).slice(0, at.length === 0 ? 9 : 24))
			yield* placesOf((value as Record<string, unknown>)[key], [...at, key]);
}

const marker = '@@here@@';
function replaceAt(value: unknown, [first, ...rest]: Place): unknown {
	if (first === undefined) return marker;
	if (Array.isArray(value)) return value.map((each, index) => (index === first ? replaceAt(each, rest) : each));
	return Object.fromEntries(
		Object.entries(value as object).map(([key, each]) => [key, key === first ? replaceAt(each, rest) : each]),
	);
}

/** The good answer with one place changed to each odd value, or left out. */
export function* spoilLeaves(good: string): Generator<Variant> {
	const value: unknown = JSON.parse(good);
	for (const place of placesOf(value)) {
		if (place.length === 0) continue;
		const text = JSON.stringify(replaceAt(value, place));
		for (const each of odd) {
			const body =
				each === undefined
					? text.replace(new RegExp(`,"[^"]*":"${marker}"|"[^"]*":"${marker}",?|"${marker}",?`), '')
					: text.replace(`"${marker}"`, () => each);
			yield {name: `${place.join('.')} = ${each?.slice(0, 40)}`, body};
		}
	}
}

const respond = ({body, status = 200, type = 'application/json'}: Omit<Variant, 'name'>): HttpResponse => ({
	status,
	headers: {'content-type': type, ...(status === 302 ? {location: 'https://elsewhere.example/'} : {})},
	body: Object.assign(
		(async function* () {
			yield Buffer.from(body as string);
		})(),
		{destroy: () => undefined},
	),
});

export type Exchanged = {readonly path: string; readonly body: string; readonly isJson: boolean};

/** Keeps the answers that go by. */
export function createRecorder(real: Transport) {
	const exchanged: Exchanged[] = [];
	const transport: Transport = async (request, options) => {
		const answer = await real(request, options);
		const chunks: Uint8Array[] = [];
		for await (const chunk of answer.body) chunks.push(chunk);
		const body = Buffer.concat(chunks);
		const isJson = `${answer.headers['content-type']}`.includes('json');
		exchanged.push({path: request.url.pathname, body: body.toString(), isJson});
		return {...answer, body: respond({body}).body};
	};
	return {transport, exchanged};
}

/** Answers as they were recorded, path by path, but those to `path` as the variant has it. */
export function createReplay(exchanged: readonly Exchanged[], path: string, variant: Omit<Variant, 'name'>): Transport {
	const left = new Map<string, Exchanged[]>();
	for (const each of exchanged) left.set(each.path, [...(left.get(each.path) ?? []), each]);
	return async ({url: {pathname}}) => {
		if (pathname === path) return respond(variant);
		const queue = left.get(pathname) ?? [];
		const next = queue.length > 1 ? queue.shift() : queue[0];
		return respond({body: next?.body ?? '{"status":"OK"}'});
	};
}
