// The picture of the README: a page made with --html on the sandbox of 2026-06-30, as Chromium shows it.
//
//     npm run pictures              docs/pictures anew: the picture, and the words of the page, which a test compares
//     npm run pictures -- --check   makes them, and only tries whether that works
//     npm run pictures -- FOLDER    pages of several reports to look at: light, dark, on paper, narrow, and a first screen
import {execFileSync} from 'node:child_process';
import {existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {chromium} from 'playwright-core';

const root = fileURLToPath(new URL('..', import.meta.url));
const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);
const folder = mkdtempSync(join(tmpdir(), 'usagectl-pictures-'));
const outside = Object.entries(process.env).filter(([name]) => !name.startsWith('USAGECTL_'));
const env = {...Object.fromEntries(outside), USAGECTL_CONFIG_DIR: folder, TZ: 'UTC'};

const churn = 'report churn retention --from 2026-01 --to 2026-06 --lost-after 30 --segment-by installationMonth';
const lost = '--from 2025-12-01 --to 2026-05-31 --lost-after 30';
const timeline =
	'report events timeline --from 2026-03-01 --to 2026-06-29 --event Export/PDF --event Files/Open --event Edit/Undo';
const reports = {
	retention: churn,
	current: 'report current --from -90d --status new,active,lost --lost-after 30 --level prodEdition --level country',
	histogram: `report churn runtime ${lost}`,
	timeline,
	lost: `report churn events ${lost}`,
	table: 'report events --from 2026-06-01 --to 2026-06-29',
	frequency: 'report events frequency --from -90d --event Export/PDF --event Files/Open --bins',
	'retention-compared': `${churn} --compare previous`,
	'days-compared': `report churn days ${lost} --compare previous`,
	'timeline-compared': `${timeline} --compare previous`,
};

const usagectl = line =>
	execFileSync('npx', ['tsx', '.ci/dev.mjs', '--sandbox', ...line.split(' ')], {cwd: root, env, stdio: 'pipe'});
const makePage = name => {
	const path = join(folder, `${name}.html`);
	usagectl(`${reports[name]} --today 2026-06-30 --html ${path} --out ${join(folder, 'rows')}`);
	return path;
};

/** The words of a page without the line that says when it was made. */
const wordsOf = path =>
	readFileSync(path, 'utf8')
		.replace(/<(style|script|svg)[\s\S]*?<\/\1>/g, '')
		.replace(/Created [^<]*/, '')
		.replace(/<[^>]*>/g, ' ')
		.trim()
		.replace(/\s+/g, ' ');

async function shoot(browser, page, {path, width, height, colorScheme = 'light', media = 'screen'}) {
	const view = await browser.newPage({viewport: {width, height: height ?? 800}, colorScheme});
	await view.emulateMedia({media, colorScheme});
	await view.goto(pathToFileURL(page).href);
	await view.screenshot({path, fullPage: height === undefined});
	await view.close();
}

const views = {
	light: {width: 1100},
	dark: {width: 1100, colorScheme: 'dark'},
	paper: {width: 800, media: 'print', colorScheme: 'dark'},
	narrow: {width: 400},
	first: {width: 1200, height: 800},
};

async function makeAll(target) {
	const browser = await chromium.launch({executablePath, args: ['--no-sandbox', '--disable-gpu']});
	try {
		usagectl('sandbox reset --size 10k --now 2026-06-30');
		mkdirSync(target, {recursive: true});
		if (isForDocs) {
			const page = makePage('retention');
			await shoot(browser, page, {path: join(target, 'retention.png'), width: 1000, height: 760});
			writeFileSync(join(target, 'retention.txt'), `${wordsOf(page)}\n`);
			return;
		}
		for (const name of Object.keys(reports)) {
			const page = makePage(name);
			for (const [view, options] of Object.entries(views))
				await shoot(browser, page, {...options, path: join(target, `${name}-${view}.png`)});
		}
	} finally {
		await browser.close();
		rmSync(folder, {recursive: true, force: true});
	}
}

const [target] = process.argv.slice(2);
const isForDocs = target === undefined || target === '--check';
if (executablePath !== undefined)
	await makeAll(target === '--check' ? join(folder, 'pictures') : (target ?? join(root, 'docs/pictures')));
else if (target === '--check') console.log('pictures: skipped, there is no Chromium');
else throw new Error('pictures need Chromium: apt-get install chromium');
