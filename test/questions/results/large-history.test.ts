import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {addDays} from '../../../src/calendar.ts';
import {resultText} from '../../../src/questions/results/result.ts';
import {started} from '../../sandbox/support/started.ts';
import {edition, resultOf} from '../../support/data/saved-results.ts';
import {temporaryFolder} from '../../support/disk/folders.ts';
import {isLong} from '../../support/laws/laws.ts';
import {start} from '../../support/program/child.ts';

/** A history that somebody else filled up to every limit: each run of the program takes at most 300 MB (`promises.ts`). */

const sandbox = await started();
/** The program takes its day from this machine, not from the sandbox. */
const today = new Date().toISOString().slice(0, 10);
const country = {...edition, key: 'geography.country', title: 'Country'};
const more = {
	question: 'big',
	product: sandbox.product,
	service: sandbox.baseUrl,
	command: ['report', 'current', '--from', '2026-06-01', '--level', 'country'],
	columns: [country, {...country, key: 'active', title: 'Active', kind: 'count', unit: 'installations'}] as const,
};

/** Texts of two bytes a character, up to the limit of a file. */
const texts = (day: string) => ({
	rows: Array.from({length: 20_000}, (_, at) => [`${'é'.repeat(370)}${at} ${day} €`, 1]),
});
/** Objects take the most memory for their text. */
const objects = () => ({rows: [['a', 1]], requests: [{path: 'x', body: {a: Array(190_000).fill({})}}]});

const file = `
questions:
  big:
    ask: report current --from 2026-06-01 --level country
    checks:
      - {rows: {new: true}, max: 0}
      - {column: active, each: geography.country, drop: {percent: 1, count: 1}, against: 28d-median}
  small: {ask: report current --from 2026-06-01 --to 2026-06-29, checks: [{column: active, sum: true, min: 1}]}
`;

test.each(Object.entries({texts, objects}))('a history of large %s takes little memory', async (_, fill) => {
	const folder = temporaryFolder();
	const history = join(folder, 'usagectl-history');
	writeFileSync(join(folder, 'usagectl.yaml'), file);
	mkdirSync(join(history, 'big'), {recursive: true});
	// Two days of large texts exceed the limit.
	for (let back = 1; back <= (isLong ? 6 : 2); back++) {
		const day = addDays(today, -back);
		const filled = fill(day);
		const name = `${day}_${sandbox.product}_${day.replaceAll('-', '')}T030000Z.json`;
		writeFileSync(join(history, 'big', name), resultText(resultOf(day, filled.rows, {...more, ...filled})), {
			mode: 0o600,
		});
	}
	const env = {...sandbox.env, USAGECTL_CONFIG_DIR: join(folder, 'config')};
	const type = async (line: string) => {
		const words = [...line.split(' '), '--file', join(folder, 'usagectl.yaml'), '-q'];
		return start(words, {env}).ended;
	};
	const {stdout} = await type('questions run -o json --no-keep');
	const rows: readonly Record<string, string>[] = JSON.parse(stdout);
	expect(rows[1]).toMatchObject({question: 'small', verdict: 'ok', reason: null});
	if (fill === texts)
		expect(rows[0]).toMatchObject({
			verdict: 'unknown',
			reason: expect.stringMatching(/^the rows to compare exceed 16 MiB: /),
		});
	await type(`questions digest --html ${join(folder, 'page.html')}`);
});
