import {execFileSync} from 'node:child_process';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {rolldown} from 'rolldown';
import {expect, test} from 'vitest';

/** A text that is four times as long takes four times as many steps, for every shape of text. */

type Row = readonly [name: string, kind: string, short: number, long: number];

async function countSteps(sizes: readonly number[]): Promise<Row[]> {
	const folder = mkdtempSync(join(tmpdir(), 'usagectl-steps-'));
	try {
		const input = join(import.meta.dirname, 'support/count-steps.ts');
		const file = join(folder, 'count-steps.mjs');
		await (await rolldown({input, platform: 'node', resolve: {mainFields: ['module', 'main']}})).write({
			file,
			format: 'esm',
			codeSplitting: false,
		});
		const {NODE_V8_COVERAGE: _, ...env} = process.env;
		return JSON.parse(execFileSync(process.execPath, [file, ...sizes.map(String)], {encoding: 'utf8', env}));
	} finally {
		rmSync(folder, {recursive: true});
	}
}

test('the number of parser steps is linear in the length of the text', async () => {
	const rows = await countSteps([5000, 20_000]);
	expect(rows.length).toBeGreaterThan(100);
	// Text refused at its first character takes a constant number of steps; a sort takes slightly more than four times as many.
	const steep = rows.filter(([, , short, long]) => long > 5 * short + 20_000);
	expect(steep).toEqual([]);
	// Checks the counter itself: a list takes several steps per value.
	const [, , , values = 0] = rows.find(([name]) => name === 'different values') ?? [];
	expect(values).toBeGreaterThan(20_000);
});
