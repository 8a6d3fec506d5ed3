import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, afterEach, beforeEach, expect, test} from 'vitest';
import {started} from '../sandbox/support/started.ts';
import {fakeClock} from '../support/laws/clock.ts';
import {inTurns} from '../support/laws/laws.ts';
import {transcript, usagectl} from '../support/program/usagectl.ts';

/**
 * The tasks of an analyst and of a vendor, as each sees them: in terminals of three widths, and in a pipe. The rows are those of
 * the sandbox; a transcript that changes is read before it is committed.
 */

const sandbox = await started();
const home = process.cwd();
const root = mkdtempSync(join(tmpdir(), 'tasks-'));
afterAll(() => rmSync(root, {recursive: true, force: true}));

const other = String(sandbox.products[1]?.productId);
/** A file as a spreadsheet saves it, with three mistakes. */
const sales = [
	'sep=;',
	'Serial;Type;Blocked;Expires;Quota;Remark',
	'AUR-9000-0001;purchased;nein;31/12/2027;5;Müller & Söhne',
	'AUR-9000-0002;purchased;vielleicht;31/12/2027;10;',
	'AUR-9000-0003;trial;ja;31/02/2027;1;',
	'AUR-9000-0004;purchased;nein;31/12/2027;ten;',
	';;;;;',
	'',
].join('\r\n');
const repaired = sales.replace('vielleicht', 'nein').replace('31/02', '28/02').replace('ten', '10');
const reading = '--map Serial=licenseKey,Remark=notes --date-format dd/mm/yyyy --yes-no ja/nein';

const tasks: Readonly<Record<string, readonly string[]>> = {
	analyst: [
		// retention by country
		'report churn --from -6mo --segment-by country --chart',
		// two versions compared
		"report current --from -90d --status new,active,lost --level 'prodVersion: Old = 3.*, New = 4.*'",
		// top five features, this quarter and the one before
		'report events --period this-quarter --compare previous --top 5',
		// the weekly numbers for a chat
		'report current --period last-week --level prodEdition -o md',
		// a page for the boss, and a file for Excel
		'report churn --from -6mo --segment-by installationMonth --html boss.html --title Aurora',
		'report current --from -90d --level prodEdition --out excel.xlsx',
		// a line for cron
		'report current --period yesterday --level prodEdition -o csv --out day.csv --lock nightly --no-input --quiet',
		'report events timeline --from -7d --event Files/Opne --fail-on-empty',
		// two products at once
		`report current --level prodEdition -p ${sandbox.product} -p ${other}`,
		// a question that is asked wrong three times
		"report curent --filter 'edition=Home'",
		"report current --filter 'edition=Home'",
		"report current --filter 'prodEdition=home'",
		"report current --filter 'prodEdition=Home'",
	],
	vendor: [
		// who crashed most, what is new, the stack of the worst
		'exceptions sync crashes -q',
		'exceptions top crashes --limit 3',
		'exceptions top --mark new',
		'exceptions show FINGERPRINT',
		// keys over quota, expiring, of a type
		"keys list --filter 'overQuotaCount>=1' --sort overQuotaCount:desc --limit 3",
		'keys expiring --within 90d',
		"keys list --filter 'licenseType=freeware' --limit 3 --fields licenseKey,expiryDate,installQuota",
		// a spreadsheet's file with mistakes, then without
		'keys update sales.csv',
		`keys update sales.csv ${reading}`,
		`keys update repaired.csv ${reading}`,
		`keys update repaired.csv ${reading} -y`,
		'keys undo',
		'keys undo RUN -y',
	],
};

let folder = '';
beforeEach(() => {
	folder = mkdtempSync(join(root, 'day-'));
	process.chdir(folder);
});
afterEach(() => process.chdir(home));

const clock = fakeClock('2026-06-30T12:00:00Z');

/** The id that a line before has shown. */
async function known(line: string, env: Readonly<Record<string, string>>): Promise<string> {
	const first = async (asked: string) => (await usagectl(asked, {env, clock})).stdout.split('\n')[0] ?? '';
	if (line.includes('RUN')) return line.replace('RUN', await first('keys runs -o csv --no-header --fields run'));
	if (!line.includes('FINGERPRINT')) return line;
	return line.replace('FINGERPRINT', await first('exceptions top crashes -o csv --no-header --fields fingerprint'));
}

/** The analyst has every second width, the vendor the others (both all: npm run soak:laws). */
const widths = [80, 120, 200, undefined] as const;
test.each(Object.keys(tasks).flatMap((who, turn) => inTurns(widths, turn, 2).map(columns => [who, columns] as const)))(
	'tasks of the %s, %s columns wide',
	async (who, columns) => {
		// Each width has keys of its own, since they stay in the registry.
		const own = (text: string) => text.replaceAll('AUR-9000', `AUR-9${columns ?? '000'}`);
		writeFileSync('sales.csv', own(sales));
		writeFileSync('repaired.csv', own(repaired));
		const env = {...sandbox.env, USAGECTL_CONFIG_DIR: join(folder, 'config'), NO_COLOR: '1'};
		const setup = {env, clock, answers: ['n'], ...(columns === undefined ? {} : {columns})};
		const parts: string[] = [];
		for (const line of tasks[who] ?? []) parts.push(await transcript([await known(line, env)], setup));
		const text = parts
			.join('\n')
			.replaceAll(`${folder}/`, '')
			.replaceAll(`AUR-9${columns ?? '000'}-0`, 'AUR-9000-0')
			.replaceAll(sandbox.baseUrl, 'https://service.example')
			// The clock goes on during the lines.
			.replace(/(?<=2026-06-30 12:)\d\d(?= UTC)/g, '00')
			.replace(/\d{8}-\d{6}-\w{4}/g, 'RUN')
			.replace(/\d+ (?=files skipped)/g, 'N ');
		await expect(text).toMatchFileSnapshot(`../transcripts/tasks-${who}-${columns ?? 'pipe'}.txt`);
	},
);

test('writes files in the format that their names say', async () => {
	const env = {...sandbox.env, USAGECTL_CONFIG_DIR: join(folder, 'config')};
	const run = (line: string) => usagectl(line, {env, clock});
	await run('report current --from -90d --level prodEdition --html page.html --title Aurora');
	expect(readFileSync('page.html', 'utf8')).toMatch(/<h1>Aurora<\/h1>/);
	await run('report current --from -90d --level prodEdition --out excel.xlsx');
	expect(readFileSync('excel.xlsx').subarray(0, 2).toString()).toBe('PK');
	await run('report current --from -1d --level prodEdition --out day.csv');
	expect(readFileSync('day.csv', 'utf8')).toMatch(/^prodEdition,new,active\n(.+\n)+$/);
});
