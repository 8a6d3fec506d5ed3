import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {temporaryFolder} from '../support/disk/folders.ts';
import {transcript, usagectl} from '../support/program/usagectl.ts';

/** Typos, wrong types, missing parts, conflicts: each answer is read by a person in the transcript. Nothing is sent. */
const mistaken = [
	'usagectl hlep',
	'usagectl help hlep',
	'usagectl reports current --from -30d',
	'usagectl report curent --from -30d',
	'usagectl report churn day --from -90d',
	'usagectl key list',
	'usagectl keys lst',
	'usagectl keys --limit 5',
	'usagectl exception tail',
	'usagectl props value os',
	'usagectl sandbox start',
	'usagectl help --jsn',
	'usagectl help --json=yes',
	'usagectl report current --form -30d',
	'usagectl report current --split dya --lost-after x --limit y',
	"usagectl report current -p 1 --filter 'ram>=8GiX' --level prodEditon --from -30x",
	"usagectl report current --filters 'ram>=8GB'",
	"usagectl report current --form -30d --filter 'ram>=8GiX' --limit y --chrat",
	'usagectl report events frequency Open --level prodEdition -xq',
	'usagectl keys list --filter overQuotaCount = 1 --sort',
	'usagectl keys --limt 5 --output yaml',
	'usagectl report current --segment-by country --from -30d',
	'usagectl keys list --level country',
	'usagectl keys list --over-quota',
	'usagectl report events timeline --event Export/PDF --from last week',
	'usagectl report churn --by country',
	"usagectl report current -p 1 --filter 'country=Germany' --level prodEditon",
	'usagectl report current --country US',
	'usagectl help -o yaml',
	'usagectl help -o cvs',
	'usagectl keys list --limit -5',
	'usagectl keys list --limit=',
	'usagectl keys list --limit 1e3',
	'usagectl keys list --limit 1 --limit 2',
	'usagectl keys list -p 1,,2',
	'usagectl keys list -p abc',
	'usagectl keys list --timeout soon',
	'usagectl keys list --retries 99',
	'usagectl keys list --base-url https://ada:secret@host/',
	'usagectl keys list --base-url ftp://host',
	'usagectl keys list --base-url service.example',
	'usagectl keys list --today 2026-02-30',
	'usagectl keys list --tz Mars/Olympus',
	'usagectl help --color sometimes',
	'usagectl help --out',
	'usagectl keys list --delimiter ab',
	'usagectl keys list --print-request xml',
	'usagectl keys list --limit 0 -o json',
	'usagectl report current -p 1',
	'usagectl report current --from -30d',
	'usagectl report current -p 1 --from soon',
	'usagectl report current -p 1 --from -30d --to 2026-01-01',
	'usagectl report current -p 1 --from 2026-02-30',
	'usagectl report events -p 1 --from 2026-06-30 --to 2026-06-01',
	'usagectl report current -p 1 --from -30d --status lost',
	'usagectl report current -p 1 --from -30d --status news',
	'usagectl report current -p 1 --from -30d --lost-after 0',
	"usagectl report current -p 1 --from -30d --filter 'prodVersoin=4.1'",
	"usagectl report current -p 1 --from -30d --filter 'ram>=8XB'",
	"usagectl report current -p 1 --from -30d --filter 'country=UK'",
	"usagectl report current -p 1 --from -30d --filter 'ram>=8GB or country=US'",
	"usagectl report current -p 1 --from -30d --filter 'prodVersion!=4.1'",
	'usagectl report current -p 1 --from -30d --filter @missing.txt',
	'usagectl report current -p 1 --from -30d --fields nwe',
	'usagectl report current -p 1 --from -30d --level os',
	'usagectl report current -p 1 --from -30d --level country --level os.version --level gpu.model --level prodEdition',
	'usagectl report churn -p 1 --from -90d --segment-by country',
	'usagectl report churn event -p 1 --from -90d --lost-after 30',
	'usagectl report events timeline -p 1 --from -30d',
	'usagectl report events timeline -p 1 --from -30d --event Export/PDF --split year',
	'usagectl report events -p 1 --from -30d --filter ram=1',
	'usagectl keys list -p 1 --chart',
	'usagectl keys list -p 1 --sort quota',
	"usagectl keys list -p 1 --filter 'overQuota>0'",
	'usagectl keys get -p 1',
	'usagectl keys set A -p 1',
	'usagectl keys set A -p 1 --quota many',
	'usagectl keys set A -p 1 --expiry yesterdy',
	'usagectl keys update missing.csv -p 1',
	'usagectl keys update keys.csv -p 1 -p 2 -y',
	'usagectl keys undo 1 2 -p 1',
	'usagectl exceptions tail -p 1 -n 0',
	'usagectl exceptions download -p 1 --kind weekly',
	'usagectl exceptions top crashes --fail-on old',
	'usagectl props values -p 1',
	'usagectl props values os.vresion -p 1',
	'usagectl filter check',
	"usagectl filter check 'ram>='",
	`usagectl filter convert --to text '{"ram":'`,
	'usagectl filter convert --to txt ram=1',
	'usagectl completion tcsh',
	'usagectl profile use wrok',
	'usagectl profile set ../evil -o csv',
	'usagectl profile set --timeout soon',
	'usagectl profile set --color',
	'usagectl api /reporting/curent -p 1',
	'usagectl api /meta/oldestReportedDate -p 1 -F',
	'usagectl api /meta/oldestReportedDate -p 1 -F days',
	'usagectl login --user',
	'usagectl login --password secret',
	'usagectl sandbox reset --size lots',
	'usagectl sandbox serve --port 99999',
	'usagectl --sandbox --base-url https://host doctor',
	'usagectl report current --sandbox --from -30d -q extra',
	'usagectl report current -p 1 --from -30d --raw --fields new',
	'usagectl report current -p 1 --from -30d --chart -o csv',
	'usagectl report current -p 1 --from -30d --chart --out new.json',
	'usagectl questions digest -o json',
	'usagectl questions digest --chart',
	'usagectl login --clamp --chart',
	'usagectl whoami --delimiter ;',
	"usagectl --sandbox report current --from -30d --filter 'rm=1' --filter 'ram>=8XB'",
	'usagectl --sandbox clients list --properties prodVerson --daily sesionCount',
	"usagectl report current --fields nwe --filter 'ram>=8GiX'",
	'usagectl report events -p 1 --sort Use --fields Evnt',
	'usagectl report current -p 1 --from -30d --since today',
	'usagectl whoami --profile nobody',
	'usagectl keys rm A',
	'usagectl report stickiness',
	'usagectl report timeline',
	'usagectl report current --locale de',
	'usagectl keys list --decimal-comma',
	'usagectl report current --interval week',
	'usagectl report current -p 1 --period week',
	'usagectl exceptions top --new',
	'usagectl keys set A --extend 1y',
	'usagectl keys set A --by 2030-01-01',
	'usagectl keys list --expires 2030-01-01',
	'usagectl keys list --email me',
	'usagectl report current --compare',
	'usagectl report current --split --chart',
	'usagectl report events -p 1 --from -30d --json',
	"usagectl '\u001b[31mhelp'",
];

test('reports the errors of wrong command lines with their place and suggestions', async () => {
	await expect(await transcript(mistaken)).toMatchFileSnapshot('../transcripts/mistakes.txt');
});

test('at least sixty command lines are tried, and each exits with status 2 and a hint', async () => {
	expect(new Set(mistaken).size).toBeGreaterThanOrEqual(60);
	for (const line of mistaken) {
		const {stdout, stderr, exitCode} = await usagectl(line);
		expect({line, stdout, exitCode}).toEqual({line, stdout: '', exitCode: 2});
		expect(stderr, line).toMatch(/^hint: \S|^ {2}(did you mean|expected|hint:) \S|"hint":"\S|says more/m);
	}
});

test('suggests a file with a similar name', async () => {
	const folder = temporaryFolder();
	writeFileSync(join(folder, 'keys.csv'), 'licenseKey\nA\n');
	for (const line of ['keys update', 'report current --from -1d -p 1 --filter'])
		expect(
			await usagectl([...line.split(' '), `${line.endsWith('filter') ? '@' : ''}${folder}/kyes.csv`, '-p', '1']),
		).toMatchObject({
			exitCode: 2,
			stderr: expect.stringContaining(`did you mean ${folder}/keys.csv?`),
		});
});

test('accepts global flags before and after the command', async () => {
	const after = await usagectl('filter check ram>=8GB -o json -p 1 -p 2,3');
	for (const line of [
		'-p 1 filter check -o json ram>=8GB -p 2,3',
		'-o json -p 1 -p 2,3 filter check ram>=8GB',
		'--output=json filter -p1 check ram>=8GB',
	]) {
		expect(await usagectl(line)).toEqual(after);
	}
	expect(after).toMatchObject({exitCode: 0, stderr: ''});
});

test('passes a flag after a group to the command that the group runs', async () => {
	const typed = await usagectl('-p 1 report churn retention --from soon --lost-after 30');
	expect(typed).toMatchObject({exitCode: 2, stderr: expect.stringContaining("'soon' is not a date")});
	expect(await usagectl('-p 1 report churn --from soon --lost-after 30')).toEqual(typed);
	expect(await usagectl('report --quiet churn -q -p 1 --lost-after=30 --from soon')).toMatchObject({exitCode: 2});
	expect(await usagectl('-p 1 report churn day --from soon')).toMatchObject({
		stderr: expect.stringContaining('did you mean usagectl report churn days'),
	});
});
