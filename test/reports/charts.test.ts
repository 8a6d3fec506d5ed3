import {expect, test} from 'vitest';
import {fakeClock} from '../support/laws/clock.ts';
import {transcript} from '../support/program/usagectl.ts';
import {sampleService} from './support/sample-service.ts';

/** Each report as it is drawn in a terminal: sessions to look at, without color and in each depth of it. */

const churn = 'report churn --from 2026-01 --to 2026-03 --lost-after 30';
const lost = '--from 2025-12-01 --to 2026-03-15 --lost-after 30 --chart';
const events = "--from 2026-01 --to 2026-03 --event Export/PDF --event 'Any export = Export/PDF + Export/~^Web'";
const timeline =
	'report events timeline --from 2026-01 --to 2026-03 --split month --event Export/PDF --event null/Start';
const current = "report current --from -90d --level prodEdition --level 'os.version: each *, Unknown = null'";

const reports = [
	`${current} --chart`,
	`${current} --totals --chart -p 1,2`,
	`${churn} --segment-by installationMonth --chart`,
	`${churn} --segment-by installationMonth --compare previous --chart`,
	`report churn days ${lost}`,
	`report churn sessions ${lost}`,
	`report churn runtime ${lost}`,
	`report churn events ${lost}`,
	`report churn event Export/PDF ${lost}`,
	`report churn days ${lost} --compare previous`,
	'report events --from 2026-01 --to 2026-03 --chart',
	`${timeline} --chart`,
	`${timeline} --chart --compare 2026-01..2026-03`,
	`report events frequency ${events} --chart`,
	`report events frequency ${events} --bins --chart`,
];
const inColor = [
	`${churn} --segment-by installationMonth --chart`,
	`${current} --chart`,
	`${timeline} --chart`,
	`report churn days ${lost}`,
];
const clock = () => fakeClock('2026-04-15T12:00:00Z');

test.each([60, 100, 200])('chart-reports-%i.txt', async columns => {
	const env = {...(await sampleService()), NO_COLOR: '1'};
	const text = await transcript(reports, {env, clock: clock(), columns});
	expect(text).not.toContain('\u001b');
	await expect(text).toMatchFileSnapshot(`../transcripts/chart-reports-${columns}.txt`);
});

test.each([60, 100, 200])('chart-colors-%i.txt', async columns => {
	const sessions: string[] = [];
	for (const colorDepth of [4, 8]) {
		const setup = {env: await sampleService(), clock: clock(), columns, colorDepth};
		sessions.push(`# ${colorDepth} bits of color\n\n${await transcript(inColor, setup)}`);
	}
	await expect(sessions.join('\n')).toMatchFileSnapshot(`../transcripts/chart-colors-${columns}.txt`);
});
