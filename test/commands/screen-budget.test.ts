import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {displayWidth} from '../../src/output/display-width.ts';
import {chooseData, started} from '../sandbox/support/started.ts';
import {fakeClock} from '../support/laws/clock.ts';
import {usagectl} from '../support/program/usagectl.ts';

/**
 * Sixty everyday command lines in a terminal of 80 columns. What is neither title nor answer is what stands on stderr and what
 * `-q` leaves out: of half the lines nothing, never more than three lines, and never more than the answer has rows.
 */

const lines = [
	'report current',
	'report current --from -30d --level prodEdition',
	'report current --from -30d --level country',
	'report current --level prodVersion --sort active --limit 3',
	'report current --period 2026-05 --compare 2026-04',
	'report current --period last-month --level prodVersion --share',
	'report current --period last-week --level prodEdition -o md',
	'report current --period last-8-weeks --split week',
	'report current --from -8w --split week --level country --wide',
	'report current --from -6mo --split month --status new,active,lost',
	'report current --from -90d --status new,active,lost',
	"report current --from -90d --level 'prodVersion: Old = 3.*, New = 4.*'",
	"report current --filter 'prodEdition=Home'",
	"report current --filter 'prodEdition=home'",
	'report current --from -90d --level prodEdition --level os.version',
	'report current --from -90d --split week --chart',
	'report current --period yesterday --level prodEdition -o csv --out day.csv',
	'report current --from -90d --level prodEdition --html page.html',
	'report current --sandbox --from -30d --level prodEdition',
	'report churn retention',
	'report churn --from -6mo --segment-by installationMonth',
	'report churn --from -6mo --segment-by country --chart',
	'report churn days',
	'report churn sessions --from -90d',
	'report churn runtime',
	'report churn event Export/PDF',
	'report churn events --from -90d',
	'report usage',
	'report events',
	'report events --top 5',
	'report events --period this-quarter --compare previous --top 5',
	'report events timeline --event Files/Open --from -30d',
	'report events timeline --event Files/Open --period last-6-months --split month',
	'report events timeline --from -7d --event Files/Opne',
	'report events frequency --event Files/Open --from -30d',
	'report why active --period last-month',
	'report support prodVersion=4.9,4.10 --below 5%',
	'props',
	'props values os.version',
	'props events',
	'clients list --limit 5',
	'keys list',
	'keys list --limit 5',
	"keys list --filter 'overQuotaCount>=1' --sort overQuotaCount:desc",
	"keys list --filter 'licenseType=fremium'",
	'keys expiring',
	'keys expiring --within 365d --limit 5',
	'keys runs -o csv',
	'keys runs',
	'keys get 000123',
	'exceptions files',
	'exceptions tail -n 3',
	'exceptions top crashes',
	'exceptions top crashes --limit 3',
	'exceptions top crashes --from -7d',
	'exceptions top crashes --mark new',
	'exceptions top crashes --by country',
	'exceptions show crashes FINGERPRINT',
	'release list --crashes crashes',
	'query "select count(*) as crashes from exceptions"',
	'questions run',
	'questions run -o json',
	'history list',
	'whoami',
	'profile list',
	"filter check 'ram>=8GB'",
] as const;

const sandbox = await started();
const clock = fakeClock('2026-06-30T12:00:00Z');
const home = process.cwd();
const folder = mkdtempSync(join(tmpdir(), 'screens-'));
const env = {...sandbox.env, USAGECTL_CONFIG_DIR: join(folder, 'config'), NO_COLOR: '1'};
const run = (line: string) => usagectl(line, {env, clock, columns: 80});

beforeAll(async () => {
	process.chdir(folder);
	await chooseData(env.USAGECTL_CONFIG_DIR);
	await run('exceptions sync crashes -q');
	writeFileSync(
		'usagectl.yaml',
		'questions:\n  editions:\n    ask: report current --period last-month --level prodEdition\n',
	);
});
afterAll(() => {
	process.chdir(home);
	rmSync(folder, {recursive: true, force: true});
});

/** The page shows these screens. */
const shown: ReadonlySet<string> = new Set([
	'report current',
	'report current --from -30d --level prodEdition',
	'report current --period 2026-05 --compare 2026-04',
	'report current --period last-month --level prodVersion --share',
	'report current --period last-week --level prodEdition -o md',
	'report current --period last-8-weeks --split week',
	'report current --from -6mo --split month --status new,active,lost',
	"report current --from -90d --level 'prodVersion: Old = 3.*, New = 4.*'",
	"report current --filter 'prodEdition=home'",
	'report current --from -90d --split week --chart',
	'report churn retention',
	'report churn days',
	'report events --top 5',
	'report events --period this-quarter --compare previous --top 5',
	'report events timeline --event Files/Open --period last-6-months --split month',
	'report why active --period last-month',
	'report support prodVersion=4.9,4.10 --below 5%',
	'keys list --limit 5',
	'keys expiring',
	'exceptions tail -n 3',
	'exceptions top crashes --limit 3',
	'exceptions top crashes --by country',
	'release list --crashes crashes',
	'query "select count(*) as crashes from exceptions"',
	'questions run',
]);

const intro = `# Screens

*What do the commands show?*

A table begins with a title: what is counted, by what, in which days and of what. A \`*\` marks a figure that is not final, and at most two footnotes below the table
say what changes its reading. \`--notes\` shows all footnotes, \`-q\` none. These are terminals of 80 columns, on the sandbox of \`sandbox reset --seed 7 --size 500 --now 2026-06-30\`.
`;

const countLines = (text: string) => text.split('\n').length - 1;

/** Splits a screen into the lines of its table, below the rule, and the lines below the table, which ignore its gaps. */
function readScreen(stdout: string): {readonly rows: number; readonly below: number} {
	// A wide character takes two places.
	const widen = (line: string) => Array.from(line, each => each.padEnd(displayWidth(each))).join('');
	const lines = stdout.trimEnd().split('\n').map(widen);
	const ruleAt = lines.findLastIndex(line => /^─+( {2}─+)*$/.test(line));
	if (ruleAt < 0) return {rows: lines.length, below: 0};
	const gaps = [...(lines[ruleAt] ?? '').matchAll(/ {2}/g)].map(({index}) => index);
	const isRow = (line: string) => gaps.every(at => line.slice(at, at + 2).trim() === '');
	const rows = lines.findLastIndex((line, at) => at > ruleAt && isRow(line)) - ruleAt;
	return {rows, below: lines.length - ruleAt - 1 - rows};
}

test('half of sixty everyday screens have no note, none has more than three, and docs/screens.md shows them', {
	timeout: 120_000,
}, async () => {
	const {stdout} = await usagectl('exceptions top crashes -o csv --no-header --fields fingerprint', {env, clock});
	const fingerprint = stdout.split('\n')[0] ?? '';
	const pages: string[] = [];
	const screens: {readonly line: string; readonly notes: number; readonly rows: number}[] = [];
	for (const each of lines) {
		const line = each.replace('FINGERPRINT', fingerprint);
		const screen = await run(line);
		if (shown.has(line)) pages.push(`\`\`\`console\n$ usagectl ${line}\n${screen.stdout}${screen.stderr}\`\`\`\n`);
		const {rows, below} = readScreen(screen.stdout);
		screens.push({line, notes: countLines(screen.stderr) + below, rows: Math.max(1, rows)});
	}
	const sorted = screens.map(({notes}) => notes).sort((a, b) => a - b);
	expect(screens.filter(({notes, rows}) => notes > 3 || notes > rows)).toEqual([]);
	expect(sorted[Math.floor(sorted.length / 2)]).toBe(0);
	expect(pages).toHaveLength(shown.size);
	await expect([intro, ...pages].join('\n')).toMatchFileSnapshot('../../docs/screens.md');
});
