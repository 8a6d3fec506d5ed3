import {expect, test} from 'vitest';
import {ask} from './support/ask.ts';

/** The answer of a newer server to `churn event` (docs/service.md#newer-histograms): nothing is left out in silence. */

const item = (value: number) => `[{"category":"Files","name":"Open","value":${value}}]`;
const answer = (others: string) =>
	`{"summary":{"usedAtLeastOnce":${item(3)},"neverUsed":${item(4)}},"histograms":{"eventCount":{"1 - 2":${item(2)},"≥ 3":${item(1)}}${others}}}`;
const line = 'churn event Files/Open --from 2025-10-01 --to 2025-12-31 --lost-after 30';
const said = 'note: lost installations: 3 used it at least once, 4 never used it\n';

test('prints one histogram in the usual columns, and notes the summary', async () => {
	expect(await ask(`${line} -o csv`, answer(',"averageCountPerActiveDay":{}'))).toMatchObject({
		stdout: 'bin,installations\n1 - 2,2\n≥ 3,1\n',
		stderr: said,
		exitCode: 0,
	});
});

test('prints several histograms with a column for their names', async () => {
	const several = answer(`,"averageCountPerActiveDay":{"0.0 - 0.1":${item(3)}}`);
	expect(await ask(`${line} -o csv`, several)).toMatchObject({
		stdout: 'histogram,bin,installations\neventCount,1 - 2,2\neventCount,≥ 3,1\naverageCountPerActiveDay,0.0 - 0.1,3\n',
		stderr: said,
		exitCode: 0,
	});
	const chosen = await ask(`${line} -o csv --fields bin,histogram --quiet`, several);
	expect(chosen).toMatchObject({stdout: expect.stringContaining('0.0 - 0.1,averageCountPerActiveDay\n'), exitCode: 0});
	const drawn = await ask(`${line} --chart`, several);
	expect(drawn.stdout).toMatch(
		/by uses of the event: eventCount\n[\s\S]*by uses of the event: averageCountPerActiveDay\n/,
	);
	const compared = await ask(`${line} -o csv --compare previous`, several);
	expect(compared.stdout).toContain('averageCountPerActiveDay,0.0 - 0.1,installations,3,3,0,0,\n');
});
