import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {temporaryFolder} from './support/disk/folders.ts';
import {usagectl} from './support/program/usagectl.ts';

const pictures = join(import.meta.dirname, '../docs/pictures');

test('the picture of the README shows what the page says today', async () => {
	expect(readdirSync(pictures).toSorted()).toEqual(['retention.png', 'retention.txt']);
	const folder = temporaryFolder();
	const page = join(folder, 'page.html');
	const env = {USAGECTL_CONFIG_DIR: folder};
	await usagectl('sandbox reset --size 10k --now 2026-06-30', {env});
	const line = 'report churn retention --from 2026-01 --to 2026-06 --lost-after 30 --segment-by installationMonth';
	await usagectl(`--sandbox ${line} --today 2026-06-30 --html ${page}`, {env});
	const words = readFileSync(page, 'utf8')
		.replace(/<(style|script|svg)[\s\S]*?<\/\1>/g, '')
		.replace(/Created [^<]*/, '')
		.replace(/<[^>]*>/g, ' ')
		.trim()
		.replace(/\s+/g, ' ');
	expect(`${words}\n`, 'npm run pictures makes the picture again').toBe(
		readFileSync(join(pictures, 'retention.txt'), 'utf8'),
	);
});
