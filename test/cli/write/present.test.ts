import {expect, test} from 'vitest';
import {usagectl} from '../../support/program/usagectl.ts';
import {hostileServer, reply} from '../../support/service/hostile-server.ts';

/** What a terminal would obey, and JSON may hold: a C1 sequence, a change of direction, what is not seen. */
const hostile = '\u009b31m\u202egnp.exe\u200b\u{e0041}';
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not come out
const obeyed = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u202a-\u202e\u{e0041}]/u;
const env = {USAGECTL_USER: 'ada', USAGECTL_SESSION_ID: 'canary-session'};

const results = `"results":[{"value":"${hostile}"}]`;
const report = 'report current --from 2026-01-01';
test.each([
	['api', 'api /meta/propertyValues -f property=os', `{"status":"OK",\n\t${results}}`, 0],
	['api --paginate', 'api /meta/propertyValues -f property=os --paginate', `{"status":"OK",\n\t${results}}`, 0],
	['api --include', 'api /meta/propertyValues -f property=os --include', `{"status":"OK",\n\t${results}}`, 0],
	['--raw', `${report} --raw`, `{"status":"OK",\n\t${results}}`, 0],
	['an unknown layout', report, `{"status":"OK","results":{"x":["${hostile}"]}}`, 4],
	['CSV', 'props values os.version -o csv', `{"status":"OK",\n\t${results}}`, 0],
	['TSV', 'props values os.version -o tsv', `{"status":"OK",\n\t${results}}`, 0],
])('escapes %s for a terminal and writes every byte to a pipe', async (_, line, body, exitCode) => {
	const {address} = await hostileServer(reply(body));
	const ask = (setup: object) => usagectl(`${line} -p 5 --base-url ${address}`, {env, ...setup});
	const seen = await ask({columns: 80});
	expect(seen.exitCode).toBe(exitCode);
	expect(seen.stdout).toContain('gnp.exe');
	expect(seen.stdout).not.toMatch(obeyed);
	const piped = await ask({});
	expect(piped.exitCode).toBe(exitCode);
	expect(piped.stdout).toContain(hostile);
});
