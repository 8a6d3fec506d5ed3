import {readFileSync, writeFileSync} from 'node:fs';
import {resolve} from 'node:path';
import {expect, test} from 'vitest';
import type {Scenario} from '../../src/sandbox/seed/scenarios.ts';
import {defaultData} from '../../src/sandbox/state/data-settings.ts';
import {chooseData} from '../sandbox/support/started.ts';
import {temporaryFolder} from '../support/disk/folders.ts';
import {usagectl} from '../support/program/usagectl.ts';
import {connected, parse} from './support/connected.ts';

/** The session in docs/assistants.md, held by the client package of the protocol. `npm run reference` writes it. */

const path = resolve(import.meta.dirname, '../../docs/assistants.md');
const scenarios: Scenario[] = [{kind: 'departure', country: 'DE', after: '2026-05-10'}];
const cohorts = {report: 'churn retention', from: '2026-01', to: '2026-05-31', lost_after: 30};

type Step = {readonly says: string; readonly tool: string; readonly args: object};
const steps: readonly Step[] = [
	{
		says: '> Why did retention fall in May?\n\nFirst: did it? Cohorts by month of installation, as a chart.',
		tool: 'report',
		args: {...cohorts, segment_by: 'installationMonth', chart: true},
	},
	{
		says: 'After one month, the April cohort has kept 50 %, the March cohort 55 %. That alone can be chance: February kept 50 % too. Is one country behind it? The installations added in April and May, in the ten largest countries:',
		tool: 'report',
		args: {
			report: 'churn retention',
			from: '2026-04',
			to: '2026-05-31',
			lost_after: 30,
			segment_by: 'country: each * limit 10',
			fields: 'country,period,engaged,engagedPercent',
		},
	},
	{
		says: "Germany is low for a group of its size; Japan's figure rests on few installations. How many does Germany lose?",
		tool: 'report',
		args: {report: 'current', from: '2026-03-01', status: 'lost', lost_after: 30, split: 'month', filter: 'country=DE'},
	},
	{
		says: 'Its losses grow, while the notes say that June cannot be known yet. Does the fall go away without Germany?',
		tool: 'report',
		args: {...cohorts, segment_by: 'installationMonth', filter: 'country!=DE', chart: true},
	},
	{
		says: 'The service has no "not equal"; the answer says what to write instead: the nine other countries.',
		tool: 'report',
		args: {...cohorts, segment_by: 'installationMonth', filter: 'country=US,GB,FR,JP,BR,CA,IN,PL,AU', chart: true},
	},
	{
		says: 'And Germany alone:',
		tool: 'report',
		args: {...cohorts, segment_by: 'installationMonth', filter: 'country=DE', chart: true},
	},
];

/** The code of the marks is another one at each start. */
const settle = (text: string) => text.replace(/(<\/?data )[\da-f]{8}/g, '$100000000');
const block = (language: string, text: string) => `\`\`\`${language}\n${text.trim()}\n\`\`\``;

test('documents a session as the tools answer it, and its command lines give the same charts', async () => {
	const folder = temporaryFolder();
	const env = {USAGECTL_CONFIG_DIR: folder};
	await chooseData(folder, {...defaultData, now: '2026-06-30', scenarios});
	const {call} = await connected('--sandbox mcp', {env});
	const parts: string[] = [];
	const lines: string[] = [];
	let last = '';
	for (const {says, tool, args} of steps) {
		const {text, isError} = await call(tool, args);
		const answer = settle(text);
		parts.push(`${says}\n\n${block('json', `${tool} ${JSON.stringify(args)}`)}\n\n${block('text', answer)}`);
		if (isError) continue;
		const {asked} = parse(text).head;
		lines.push(asked);
		last = text;
	}
	const typed = await usagectl(`${lines.at(-1)} -q`, {env});
	expect(last).toContain(typed.stdout.trim());
	parts.push(
		'So it did not fall everywhere: in the nine other countries the months are alike, apart from the variation to be expected in groups of this size. Germany is where to look.',
		`The same by hand, each line from an answer's \`asked\`:\n\n${block('sh', lines.join('\n'))}`,
	);
	const text = readFileSync(path, 'utf8');
	const session = `<!-- session -->\n${parts.join('\n\n')}\n<!-- /session -->`;
	const whole = text.replace(/<!-- session -->[\s\S]*<!-- \/session -->/, () => session);
	if (process.env.WRITE_REFERENCE) writeFileSync(path, whole);
	expect(readFileSync(path, 'utf8')).toBe(whole);
});
