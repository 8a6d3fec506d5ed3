import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test, vi} from 'vitest';
import {fileOpener} from '../../../src/files/platform.ts';
import {temporaryFolder} from '../../support/disk/folders.ts';
import {fakeClock} from '../../support/laws/clock.ts';
import {usagectl} from '../../support/program/usagectl.ts';
import {hostileServer, ok} from '../../support/service/hostile-server.ts';

const answer = ok({results: {'1': 40, '2 - 5': 7, '≥ 6': 0}});
const run = async (flags: readonly string[]) => {
	const {address} = await hostileServer(answer);
	const line = 'report churn days --from 2026-01-01 --to 2026-03-31 --lost-after 30'.split(' ');
	return usagectl([...line, ...flags], {
		env: {USAGECTL_BASE_URL: address, USAGECTL_USER: 'ada', USAGECTL_SESSION_ID: 'session'},
		clock: fakeClock('2026-06-30T12:34:56Z'),
	});
};
/** Text of a page without its marks. */
const textOf = (page: string) =>
	page
		.replace(/<(style|script|svg)[\s\S]*?<\/\1>/g, '')
		.replace(/<[^>]*>/g, ' ')
		.replace(/\s+/g, ' ');

test('--html contains the request, the chart, the rows and the time of creation', async () => {
	const path = join(temporaryFolder(), 'days.html');
	const {exitCode, stdout} = await run(['-p', '7', '-o', 'csv', '--html', path]);
	expect({exitCode, stdout}).toEqual({exitCode: 0, stdout: 'bin,installations\n1,40\n2 - 5,7\n≥ 6,0\n'});
	const page = readFileSync(path, 'utf8');
	expect(page).toContain('<svg aria-hidden="true"');
	const text = textOf(page);
	expect(text).toContain(
		'Lost installations by active days, 2026-01-01 to 2026-03-31 (90 days), lost after 30 days Product 7 47 installations',
	);
	expect(text).not.toContain('ynthetic');
	expect(text).toMatch(/1 40 2 - 5 7 ≥ 6 0/);
	expect(text).toContain('Created 2026-06-30 12:34 UTC by usagectl');
});

test('without -o writes only the page and a note with its path', async () => {
	const path = join(temporaryFolder(), 'days.html');
	const {stdout, stderr} = await run(['-p', '7', '--html', path, '--title', 'Who left <us>']);
	expect({stdout, stderr}).toEqual({stdout: '', stderr: `note: wrote ${path}: 3 rows, 1 chart\n`});
	const page = readFileSync(path, 'utf8');
	expect(page).toContain('<title>Who left &lt;us&gt;</title>');
	expect(page).toContain('<h1>Who left &lt;us&gt;</h1>');
	expect((await run(['-p', '7', '--html', path, '--chart'])).stdout).toContain('█');
});

test('names the page if no browser is found', async () => {
	const folder = temporaryFolder();
	vi.stubEnv('PATH', folder);
	const path = join(folder, 'days.html');
	const {stdout, stderr, exitCode} = await run(['-p', '7', '--html', path, '--open']);
	vi.unstubAllEnvs();
	expect({stdout, exitCode}).toEqual({stdout: '', exitCode: 2});
	expect(stderr).toBe(
		`note: wrote ${path}: 3 rows, 1 chart\nerror: --open: the program ${fileOpener} was not found\nhint: the page is complete: open ${path} in a browser\n`,
	);
});

test.each(['--open', '--title x'])('rejects %s without --html', async flag => {
	const {stderr, exitCode} = await run(['-p', '7', ...flag.split(' ')]);
	expect({stderr, exitCode}).toEqual({
		stderr: `error: ${flag.split(' ')[0]} requires --html\nhint: add --html page.html\n`,
		exitCode: 2,
	});
});

test('names all of several products', async () => {
	const path = join(temporaryFolder(), 'days.html');
	expect(await run(['-p', '7,8', '--html', path])).toMatchObject({exitCode: 0});
	expect(textOf(readFileSync(path, 'utf8'))).toMatch(/Products 7, 8 /);
});

test('leaves no file if the page cannot be written', async () => {
	const path = join(temporaryFolder(), 'missing', 'days.html');
	const {exitCode, stderr} = await run(['-p', '7', '--html', path]);
	expect({exitCode, left: existsSync(path)}).toEqual({exitCode: 10, left: false});
	expect(stderr).toMatch(/^error: .*days\.html/m);
});
