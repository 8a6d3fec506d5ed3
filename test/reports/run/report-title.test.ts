import {expect, test} from 'vitest';
import {ask} from '../support/ask.ts';

/** Today is 2026-03-15. */

const counts =
	'{"new":4,"active":12,"level1":{"Pro":{"totals":{"new":3,"active":9}},"Home":{"totals":{"new":1,"active":3}}}}';
const uses = '[{"category":"Files","categoryEventsData":{"Open":{"eventUsage":{"cumulativeUsageCount":31}}}}]';
const byEdition = "current --period 2026-02 --level 'prodEdition: each *' --share";
const compared = '2026-02 (28 days) compared with 2026-01 (31 days)';

test.each([
	[byEdition, counts, 'Share of active installations by edition, 2026-02 (28 days)'],
	[`${byEdition} --status new`, counts, 'Share of new installations by edition, 2026-02 (28 days)'],
	[`${byEdition} --status new --compare previous`, counts, `Share of new installations by edition, ${compared}`],
	[`${byEdition} --compare previous`, counts, `Share of active installations by edition, ${compared}`],
	['events --period 2026-02 --share', uses, 'Uses of events, 2026-02 (28 days)'],
	['events --period 2026-02 --share --compare previous', uses, `Uses of events, ${compared}`],
])('a title names what the shares are of: %s', async (line, answer, title) => {
	const {stdout} = await ask(line, [answer]);
	expect(stdout.split('\n\n')[0]?.replaceAll('\n', ' ')).toBe(title);
});

test('a heading of a share names its figure as in a sentence', async () => {
	expect((await ask(`${byEdition} --status new`, [counts])).stdout).toContain('Share of new %');
});
