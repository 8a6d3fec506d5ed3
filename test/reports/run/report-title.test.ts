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

test.each([
	['current --from -8w --split week', '2026-01-12 to 2026-03-15 (9 weeks)'],
	['current --from -8w --to last-week --split week', '2026-01-12 to 2026-03-08 (8 weeks)'],
	['current --from -2mo --split month', '2026-01-01 to 2026-03-15 (2 months and 15 days)'],
	['current --from 2026-03-02 --to 2026-03-10 --split week', '2026-03-02 to 2026-03-10 (1 week and 2 days)'],
	['current --from 2026-03-03 --split week', '2026-03-03 to 2026-03-15 (13 days)'],
	['current --from -8w --split day', '2026-01-18 to 2026-03-15 (57 days)'],
])('a title counts the rows that begin with a whole week or month: %s', async (line, range) => {
	const {stdout} = await ask(line, ['{"2026-03-02":{"new":1,"active":2}}', '{"2026-03-02":{"new":1,"active":2}}']);
	expect(stdout.split('\n\n')[0]).toBe(`Installations, ${range}`);
});
