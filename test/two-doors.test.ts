import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {commandTree} from '../src/command-table.ts';
import {recipes} from '../src/reference/recipes.ts';
import {topics} from '../src/reference/topics.ts';
import {listen, placeQuestions} from './commands/questions/targets.ts';
import {chooseData, started} from './sandbox/support/started.ts';
import {fakeClock} from './support/laws/clock.ts';
import {inTurns} from './support/laws/laws.ts';
import {usagectl} from './support/program/usagectl.ts';

/**
 * The sandbox has two doors: `--sandbox` and the address of `sandbox serve`. Each documented line gives the same through both;
 * the suite tries some of them, a long run all.
 */

const served = await started();
const clock = fakeClock('2026-06-30T12:00:00Z');
const folder = mkdtempSync(join(tmpdir(), 'doors-'));
const home = process.cwd();
const outside = {USAGECTL_CONFIG_DIR: join(folder, 'outside'), ...served.env};
const inside = {USAGECTL_CONFIG_DIR: join(folder, 'inside')};
beforeAll(async () => {
	await chooseData(inside.USAGECTL_CONFIG_DIR);
	process.chdir(folder);
});
afterAll(() => {
	process.chdir(home);
	rmSync(folder, {recursive: true, force: true});
});

/** Lines that ask the service for rows. Those of a shell, of files and of other services are not among them. */
const asksRows =
	/^usagectl (?:--sandbox )?(?:report|keys (?:list|expiring|get)|props|clients|api|exceptions (?:tail|files)|events (?:tail|files)) ?/;
const isOther =
	/[|&<>]|--(?:out|html|open|events-file|marks|lock|print-request|dry-run|help|follow|engine|profile|include)\b|@|AAAA/;

async function listLines(): Promise<readonly string[]> {
	const examples = await Promise.all(commandTree.commands.map(async ({load}) => (await load()).examples));
	const shown = Object.values(topics).flatMap(text => text().match(/(?<=^ +)usagectl .*/gm) ?? []);
	const lines = [...examples.flat().map(({line}) => line), ...recipes.map(({line}) => line), ...shown];
	const asked = lines.filter(line => asksRows.test(line) && !isOther.test(line));
	return [...new Set(asked.map(line => line.replace(/^usagectl (?:--sandbox )?/, '')))].sort();
}

const lines = await listLines();

test('there are lines to try', () => expect(lines.length).toBeGreaterThan(60));

test.each(inTurns(lines, 0, 16))('%s gives the same through both doors', async line => {
	const [here, there] = [
		await usagectl(`--sandbox ${line}`, {env: inside, clock}),
		await usagectl(line, {env: outside, clock}),
	];
	expect(here.exitCode).toBe(0);
	// Only a title says that the data is the sandbox's.
	expect(here.stdout.replace(/,\s+sandbox data$/m, '')).toBe(there.stdout);
});

test.each(['slack', 'teams', 'discord'])(
	'%s gets the same through both doors, and that it is of the sandbox',
	async kind => {
		const bodies: string[] = [];
		for (const door of ['--sandbox', '']) {
			const hook = await listen();
			const {run, env} = placeQuestions(served, `{${kind}: pager}`, {PAGER: hook.address});
			await chooseData(env.USAGECTL_CONFIG_DIR);
			await run(3, {more: `${door} --today 2026-06-30`});
			bodies.push(hook.received.map(({body}) => body).join('\n'));
		}
		expect(bodies[0]).toBe(bodies[1]);
		expect(bodies[0]).toContain('Sandbox: ');
		expect(bodies[0]).toContain('synthetic data from the sandbox');
	},
);

test('a webhook gets the same through both doors', async () => {
	const bodies: unknown[] = [];
	for (const door of ['--sandbox', '']) {
		const hook = await listen();
		const {run, env} = placeQuestions(served, '{webhook: pager}', {PAGER: hook.address});
		await chooseData(env.USAGECTL_CONFIG_DIR);
		await run(3, {more: `${door} --today 2026-06-30`});
		const [received] = hook.received;
		const {taken, id, ...body} = JSON.parse(received?.body ?? '{}');
		expect(received?.headers['webhook-id']).toBe(id);
		bodies.push({...body, day: taken?.slice(0, 10)});
	}
	expect(bodies[0]).toEqual(bodies[1]);
	expect(bodies[0]).toMatchObject({event: 'fail', question: 'keys', isSynthetic: true});
});
