// The picture of the README: a page made with --html on the sandbox of 2026-06-30, as Chromium shows it.
//
//     npm run pictures             test/fixtures/page.png anew
//     npm run pictures -- FOLDER   pages of several reports to look at: light, dark, on paper, 400 pixels wide
import {execFileSync} from 'node:child_process';
import {existsSync, mkdirSync, mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {chromium} from 'playwright-core';

const root = fileURLToPath(new URL('..', import.meta.url));
const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);
const folder = mkdtempSync(join(tmpdir(), 'usagectl-pictures-'));
const outside = Object.entries(process.env).filter(([name]) => !name.startsWith('USAGECTL_'));
const env = {...Object.fromEntries(outside), USAGECTL_CONFIG_DIR: folder, TZ: 'UTC'};

const churn = 'report churn --from 2026-01 --to 2026-06 --lost-after 30 --segment-by installationMonth';
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
	return pathToFileURL(path).href;
};

async function shoot(browser, address, {path, width, height, colorScheme = 'light', media = 'screen'}) {
	const page = await browser.newPage({viewport: {width, height: height ?? 800}, colorScheme});
	await page.emulateMedia({media, colorScheme});
	await page.goto(address);
	await page.screenshot({path, fullPage: height === undefined});
	await page.close();
}

const views = {
	light: {width: 1100},
	dark: {width: 1100, colorScheme: 'dark'},
	paper: {width: 800, media: 'print', colorScheme: 'dark'},
	narrow: {width: 400},
};

if (executablePath === undefined) throw new Error('pictures need Chromium: apt-get install chromium');
const [target] = process.argv.slice(2);
const browser = await chromium.launch({executablePath, args: ['--no-sandbox', '--disable-gpu']});
try {
	usagectl('sandbox reset --size 10k --now 2026-06-30 --yes');
	if (target === undefined) {
		const path = join(root, 'test/fixtures/page.png');
		await shoot(browser, makePage('retention'), {path, width: 1000, height: 760});
	} else {
		mkdirSync(target, {recursive: true});
		for (const name of Object.keys(reports)) {
			const address = makePage(name);
			for (const [view, options] of Object.entries(views))
				await shoot(browser, address, {...options, path: join(target, `${name}-${view}.png`)});
		}
	}
} finally {
	await browser.close();
	rmSync(folder, {recursive: true, force: true});
}
