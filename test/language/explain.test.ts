import {readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {compileKind, type ExpressionKind, flagOfKind} from '../../src/language/expression-kinds.ts';
import {readJson} from '../../src/language/source/read-json.ts';

/** The sentences of `filter check`, for every worked case and some more. */

type Case = {readonly kind: ExpressionKind; readonly expr: string; readonly today?: string; readonly json?: object};
const cases: readonly Case[] = JSON.parse(readFileSync(new URL('fixtures/cases.json', import.meta.url), 'utf8'));

const more: readonly Case[] = [
	{kind: 'filter', expr: 'licenseStatus in (activated, not expired)'},
	{kind: 'filter', expr: 'outreach(auto/C1) or outreach(not auto/C2)'},
	{kind: 'filter', expr: 'ram=null'},
	{kind: 'filter', expr: 'ram in (4GB..8GB, null)'},
	{kind: 'filter', expr: `machineId=${Array.from({length: 12}, (_, index) => `m${index}`).join(',')}`},
	{kind: 'filter', expr: 'backOff(historical, not current)'},
	{kind: 'filter', expr: 'lifetimeRuntimeMinutes<=90 and screenPpi>=96.5'},
	{kind: 'filter', expr: "events(~'^Exp'/*)<=3"},
	{kind: 'filter', expr: '{}'},
	{kind: 'segment', expr: 'ram: 8GB, (4GB,null), Unknown = null'},
	{kind: 'segment', expr: 'gpu.model: (a,b,null), each ~x limit 3'},
	{kind: 'segment', expr: 'prodVersion: Five = 5.*, All = *'},
	{kind: 'segment', expr: 'installationWeek'},
	{kind: 'level', expr: 'licenseStatus: On = activated, Off = not activated sort lost asc'},
];

test('every kind of clause, segment, level and event', async () => {
	const blocks = [...cases.filter(({json}) => json), ...more].map(({kind, expr, today = '2025-03-15'}) => {
		const sentences = compileKind(kind, [{name: flagOfKind[kind], text: expr, readJson}], {today}).explain();
		return `${expr}\n${sentences.map(sentence => `    ${sentence}`).join('\n')}\n`;
	});
	await expect(blocks.join('\n')).toMatchFileSnapshot('../transcripts/language-explained.txt');
});

test('a sentence names the first values only, and shortens long ones', () => {
	const values = Array.from({length: 10_000}, (_, index) => `v${index}`).join(',');
	const explain = (text: string) =>
		compileKind('filter', [{name: 'f', text, readJson}], {today: '2025-03-15'}).explain();
	const [sentence = ''] = explain(`prodVersion=${values},'${'x'.repeat(1000)}'`);
	expect(sentence).toContain('or one of 9993 more');
	expect(sentence.length).toBeLessThan(200);
	const [long = ''] = explain(`prodVersion='${'x'.repeat(1000)}'`);
	expect(long.length).toBeLessThan(120);
});

test('an empty list of texts is an error with a place, not a crash', () => {
	for (const kind of ['segment', 'event'] as const) {
		const place = expect.objectContaining({source: flagOfKind[kind], line: 1, column: 1});
		expect(() => compileKind(kind, [], {today: '2025-03-15'})).toThrow(
			expect.objectContaining({
				message: expect.stringMatching(/is empty$/),
				details: expect.objectContaining({place}),
			}),
		);
	}
});
