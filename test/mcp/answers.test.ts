import {expect, test} from 'vitest';
import {started} from '../sandbox/support/started.ts';
import {usagectl} from '../support/program/usagectl.ts';
import {connected, parse} from './support/connected.ts';
import {expectSameRows, judgeCalls, readError} from './support/judge.ts';

/** The answers of tools: the rows of the command line, bounded, with what was cut, and errors that lead on. */

const sandbox = await started();
const {env} = sandbox;

test('answers with sums and shares, the notes of the command, and its rows', async () => {
	const {call} = await connected('mcp', {env});
	const args = {report: 'current', from: '-90d', status: 'new,active,lost', lost_after: 30, level: 'prodEdition'};
	const {text} = await call('report', args);
	const {head, about, rows} = parse(text);
	const {stdout, stderr} = await usagectl(`${head.asked} -o json`, {env});
	const typed = JSON.parse(stdout) as readonly {readonly prodEdition: string; readonly active: number}[];
	expect(rows.map(row => JSON.parse(row))).toEqual(typed);
	expect(about.notes).toEqual(
		stderr
			.split('\n')
			.filter(line => line !== '')
			.map(line => line.replace(/^note: /, '')),
	);
	const sum = typed.reduce((before, {active}) => before + active, 0);
	const [largest] = [...typed].sort((a, b) => b.active - a.active);
	expect(about.sums.active.sum).toBe(sum);
	expect(about.sums.active.largest[0]).toBe(
		`${largest?.prodEdition}: ${(((largest?.active ?? 0) / sum) * 100).toFixed(1)} %`,
	);
	// Those who are active on one day are active on another too.
	const split = parse((await call('report', {...args, split: 'month', level: undefined})).text);
	expect(split.about.sums).toBeUndefined();
});

test('tells how many rows there are, and all pages together have all of them', async () => {
	const {call} = await connected('mcp --max-rows 7', {env});
	const seen: string[] = [];
	for (let offset = 0; ; ) {
		const {text} = await call('report', {report: 'events table', from: '-90d', offset});
		await expectSameRows(text, offset, env);
		const {head, rows} = parse(text);
		expect(rows.length).toBeLessThanOrEqual(7);
		seen.push(...rows);
		if (!head.cut || rows.length === 0) break;
		expect(head.cut).toContain(`of ${head.rows}; for more, call again with offset ${offset + rows.length}`);
		offset += rows.length;
	}
	expect(new Set(seen).size).toBe(seen.length);
	expect(seen.length).toBeGreaterThan(7);
	const audits = await Promise.all([0, 4].map(offset => call('keys', {action: 'audit', offset, limit: 4})));
	const findings = audits.flatMap(({text}) => parse(text).rows.map(row => JSON.parse(row).finding as string));
	expect([findings.length, new Set(findings).size]).toEqual([6, 6]);
	const keys = parse((await call('keys', {action: 'list', offset: 2, limit: 3})).text);
	const all = await usagectl('keys list -o ndjson --limit 5 -q --fields licenseKey', {env});
	expect(keys.rows.map(row => JSON.parse(row).licenseKey)).toEqual(
		all.stdout
			.trim()
			.split('\n')
			.slice(2)
			.map(row => JSON.parse(row).licenseKey),
	);
	expect(keys.head.rows).toBeGreaterThan(5);
});

test('reports a wrong argument, name or expression with its place and suggestions', async () => {
	const {call} = await connected('mcp', {env});
	const errorOf = async (name: string, args: object) => readError((await call(name, args)).text);
	expect(await errorOf('report', {report: 'curent'})).toMatchObject({suggest: ['current']});
	expect(await errorOf('report', {report: 'current', levle: 'x', filtre: 'y'})).toMatchObject({
		suggest: ['level', 'filter'],
	});
	expect(await errorOf('report', {report: 'current', filter: 'ram>=8GB and prodVersoin=4'})).toMatchObject({
		name: 'unknown-property',
		source: '--filter',
		line: 1,
		column: 14,
		suggest: ['prodVersion'],
	});
	expect(await errorOf('report', {report: 'current', filter: '@/etc/passwd'})).toMatchObject({
		message: expect.stringContaining('tools do not read files'),
	});
	expect(await errorOf('describe', {about: 'values'})).toMatchObject({hint: expect.stringContaining('"name"')});
	expect(await errorOf('crashes', {action: 'top'})).toMatchObject({
		hint: expect.stringContaining('exceptions sync crashes'),
	});
	expect(await errorOf('keys', {action: 'delete'})).toMatchObject({message: expect.stringContaining('audit')});
});

test('answers with a chart as text, and with topics and arguments as the help shows them', async () => {
	const {call} = await connected('mcp', {env});
	const {text} = await call('report', {report: 'current', level: 'prodEdition', chart: true});
	const chart = await usagectl('report current --level prodEdition --chart -q', {env});
	expect(text).toContain(chart.stdout.trim());
	const help = await usagectl('help report current', {env});
	const overview = (await call('describe')).text;
	expect(overview.match(/^ {2}current: .*$/gm)).toHaveLength(1);
	expect((await call('describe', {about: 'report', name: 'current'})).text).toContain(help.stdout.trim());
	const filters = await usagectl('help filters', {env});
	expect((await call('describe', {about: 'topic', name: 'filters'})).text).toContain(filters.stdout.trim());
});

test('answers 50 random calls with the rows of the command line, or an error with a hint (1,000: npm run soak)', async () => {
	const {call, lines} = await connected('mcp', {env});
	const outcomes = await judgeCalls(call, {count: 50, seed: 26, env});
	expect(
		Object.values(outcomes).every(many => many >= 7),
		JSON.stringify(outcomes),
	).toBe(true);
	expect(lines.every(line => JSON.parse(line).jsonrpc === '2.0')).toBe(true);
});
