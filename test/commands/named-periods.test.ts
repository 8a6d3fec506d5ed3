import {expect, test} from 'vitest';
import {started} from '../sandbox/support/started.ts';
import {fakeClock} from '../support/laws/clock.ts';
import {transcript, usagectl} from '../support/program/usagectl.ts';

const {env} = await started();
const setup = {env, clock: fakeClock('2026-06-30T12:00:00Z')};
const rows = async (line: string) => JSON.parse((await usagectl(`${line} -o json`, setup)).stdout);

test('a named period is the range that the output says', async () => {
	await expect(
		await transcript(
			[
				'report current --period last-month',
				'report current --from last-month',
				'report current --from last-month --to today',
				'report current --period last-week --split day -o csv',
				'report events --period 2026-Q1 --limit 1 -o json --fields category,name,cumulativeUsageCount',
				'report current --period this-month --compare previous',
				'report current --period yesterday -o md',
				'report churn days --period 2026-02 --chart --lost-after 30',
				'exceptions files --period 2026-W20 -o csv --fields fileName',
				'report current --period last-month --from -90d',
				'report current --period 2020',
				'report current --period -30d',
				"report current --period last-moth --filter 'prodEditon=Home'",
			],
			setup,
		),
	).toMatchFileSnapshot('../transcripts/named-periods.txt');
});

test('a relative start is moved to a whole period, and incomplete periods are marked', async () => {
	await expect(
		await transcript(
			[
				'report current --from -3w --split week',
				'report current --from -2mo --split month -o csv',
				'report current --from 2026-06-10 --to 2026-06-24 --split week --status new -o ndjson',
				'report events timeline --from -5w --split week --event Files/Open --chart',
				'report churn --from -3mo --segment-by installationMonth --lost-after 30',
				'report current --from -3w --status new',
			],
			setup,
		),
	).toMatchFileSnapshot('../transcripts/incomplete-periods.txt');
});

test.each([
	['report current', '2026-05', '--from 2026-05-01 --to 2026-05-31'],
	['report churn retention --lost-after 30 --segment-by prodEdition', '2026-Q1', '--from 2026-01-01 --to 2026-03-31'],
	['report churn events --lost-after 30', '2026-W10', '--from 2026-03-02 --to 2026-03-08'],
	['report events timeline --event Files/Open', 'last-week', '--from 2026-06-22 --to 2026-06-28'],
	['report current', 'this-week', '--from 2026-06-29 --to today'],
])('%s --period %s has the figures of %s', async (report, period, ends) => {
	const expected = await rows(`${report} ${ends}`);
	const range = {rangeStart: expect.any(String), rangeEnd: expect.any(String)};
	expect(expected.length).toBeGreaterThan(0);
	expect(await rows(`${report} --period ${period}`)).toEqual(expected.map((row: object) => ({...row, ...range})));
});
