import {expect, test} from 'vitest';
import {fakeClock} from '../support/laws/clock.ts';
import {transcript} from '../support/program/usagectl.ts';
import {sampleService} from './support/sample-service.ts';

/** Sessions to read: each report as a person at a terminal sees it, and as the next program in a pipe. */

const events = '--event Export/PDF --event null/Start';
const reports: Readonly<Record<string, readonly string[]>> = {
	current: [
		"report current --from -90d --status new,active,lost --lost-after 30 --level prodEdition --level 'os.version: each * limit 3'",
		"report current --from -90d --status new,active,lost --lost-after 30 --level prodEdition --level 'os.version: each * limit 3' --totals",
		'report current --from -90d --status new,active,lost --lost-after 30 --level prodEdition --level os.version -o csv',
		'report current --from -90d --status new,active,lost --lost-after 30 --level prodEdition --level os.version -o json --fields os.version,lost',
	],
	churn: [
		'report churn --from 2026-01-01 --lost-after 30 --segment-by installationMonth',
		'report churn --from 2026-01-01 --lost-after 30 --segment-by installationMonth --wide',
		'report churn --from 2026-01-01 --lost-after 30 --segment-by installationMonth --wide -o csv',
	],
	lost: [
		'report churn days --from -90d --lost-after 30',
		'report churn sessions --from -90d --lost-after 30 -o md',
		'report churn runtime --from -90d --lost-after 30 -o csv',
		'report churn events --from -90d --lost-after 30',
		'report churn events --from -90d --lost-after 30 -o ndjson --fields eventCategory,eventName,usersNeverUsed',
		'report churn event Export/PDF --from -90d --lost-after 30 -o tsv',
	],
	ranked: [
		'report events --from -30d --to yesterday --compare previous',
		"report events --from -30d --to yesterday --compare previous --figures 'Uses,Uses/all users' -o csv",
		'report events --from -30d --share --top 1 --fields Event,Uses,share',
		'report events --from -30d --sort Uses --fields Event,Uses -o csv',
		"report current --from -90d --level 'prodEdition: each *' --share",
		'report events --from -30d --sort usess',
		'report events --from -30d --figures Uses',
		'report events --from -30d --totals --top 3',
	],
	events: [
		'report events --from 2026-02 --to today',
		'report events table --from 2026-02 --totals -o csv',
		`report events timeline --from 2026-02-01 --split month ${events}`,
		`report events timeline --from 2026-02-01 --split month ${events} --wide`,
		"report events frequency --from -30d --event Export/PDF --event 'Any export = Export/PDF + Export/~^Web'",
		"report events frequency --from -30d --event Export/PDF --event 'Any export = Export/PDF + Export/~^Web' --bins",
	],
};
const widths = [
	['80', 80],
	['160', 160],
	['pipe', undefined],
] as const;

test.each(Object.keys(reports).flatMap(name => widths.map(([width, columns]) => [name, width, columns] as const)))(
	'report-%s-%s.txt',
	async (name, width, columns) => {
		const env = await sampleService();
		const clock = fakeClock('2026-04-15T12:00:00Z');
		const setup = {env, clock, ...(columns === undefined ? {} : {columns})};
		const text = await transcript(reports[name] ?? [], setup);
		await expect(text).toMatchFileSnapshot(`../transcripts/report-${name}-${width}.txt`);
	},
);
