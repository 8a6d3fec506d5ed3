import {expect} from 'vitest';
import {createRandom} from '../../support/data/mutate.ts';
import {usagectl, words} from '../../support/program/usagectl.ts';
import {type Called, parse} from './connected.ts';
import {makeCall} from './fuzz.ts';

/** What every answer of a tool keeps, and what the command line says to the same question. */

export const maxBytes = 20 * 1024;

/** What a terminal obeys, or a reader does not see. */
const hidden =
	// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not come out
	/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|\p{Cs}|[\u{e0000}-\u{e0fff}]/u;

export function expectKept(text: string, said: string): void {
	expect(Buffer.byteLength(text), said).toBeLessThanOrEqual(maxBytes);
	expect(hidden.exec(text)?.[0], said).toBeUndefined();
}

/** An error of a tool: what, and what to do. */
export function readError(text: string): {readonly message: string; readonly hint: string; readonly name: string} {
	const line = text.split('\n').find(each => each.includes('"error":')) ?? '';
	return JSON.parse(line).error;
}

/** The rows that the line in the answer gives when a person types it; undefined where it makes none. */
async function rowsOf(asked: string, env: Readonly<Record<string, string>>): Promise<readonly string[] | undefined> {
	const argv = words(asked.replace(/^usagectl /, ''));
	const {stdout, exitCode} = await usagectl(['-q', '-o', 'ndjson', ...argv], {env});
	return exitCode === 2 ? undefined : stdout.split('\n').filter(line => line !== '');
}

/** Compares an answer of rows with the command line: the same rows from the offset on, and the same number of them. */
export async function expectSameRows(
	text: string,
	offset: number,
	env: Readonly<Record<string, string>>,
): Promise<void> {
	const {head, about, rows} = parse(text);
	const asked = head.asked ?? about.asked;
	const typed = await rowsOf(asked, env);
	const isPaged = asked.includes('--limit=');
	const from = isPaged ? 0 : offset;
	expect(rows, asked).toEqual(typed?.slice(from, from + rows.length));
	expect(head.shown, asked).toBe(rows.length);
	if (!isPaged) expect(head.rows, asked).toBe(typed?.length);
	expect('cut' in head, asked).toBe(head.shown < head.rows);
}

type Judged = {readonly count: number; readonly seed: number; readonly env: Readonly<Record<string, string>>};

/** Makes calls at random, and throws where one is neither the rows of the command line nor an error that leads on. */
export async function judgeCalls(
	call: (name: string, args: object) => Promise<Called>,
	{count, seed, env}: Judged,
): Promise<{readonly rows: number; readonly errors: number}> {
	const random = createRandom(seed);
	const outcomes = {rows: 0, errors: 0};
	for (let at = 0; at < count; at++) {
		const {name, args} = makeCall(random);
		const said = `${name} ${JSON.stringify(args)}`.slice(0, 300);
		if (name === 'keys_apply') {
			await expect(call(name, args), said).rejects.toThrow();
			continue;
		}
		const {text, isError} = await call(name, args);
		expectKept(text, said);
		if (isError) {
			const {message, hint, name: kind} = readError(text);
			expect(Math.min(message.length, hint.length), said).toBeGreaterThan(0);
			expect(kind, `${said}\n${text}`).not.toBe('internal');
			outcomes.errors++;
		} else if (name === 'report' || (name === 'keys' && args.action !== 'audit')) {
			await expectSameRows(text, Number(args.offset ?? 0), env);
			outcomes.rows++;
		}
	}
	return outcomes;
}
