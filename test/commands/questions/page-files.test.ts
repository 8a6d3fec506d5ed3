import {readFileSync, writeFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {expect, test} from 'vitest';
import {temporaryFolder} from '../../support/disk/folders.ts';
import {usagectl} from '../../support/program/usagectl.ts';

/** The question files that the documentation shows. Another test runs the workflows for CI, which are YAML too. */

const docs = resolve(import.meta.dirname, '../../../docs');
const blocks = ['questions.md', 'release.md', 'why.md'].flatMap(page =>
	[...readFileSync(join(docs, page), 'utf8').matchAll(/^```yaml\n(.*?)^```/gms)].map(([, text = '']) => ({page, text})),
);
const files = blocks.filter(({text}) => /^(?:questions|calendar|marks|notify):/m.test(text));

test.each(files)('$page shows a valid file: $text', async ({text}) => {
	const folder = temporaryFolder();
	const file = join(folder, 'usagectl.yaml');
	writeFileSync(file, text.includes('questions:') ? text : `${text}questions: {keys: {ask: keys list}}\n`);
	writeFileSync(join(folder, 'marks.csv'), '2026-03-15,5.1\n');
	writeFileSync(
		join(folder, 'company.ics'),
		'BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART;VALUE=DATE:20260105\nSUMMARY:Party\nEND:VEVENT\nEND:VCALENDAR\n',
	);
	const {exitCode, stderr} = await usagectl(['questions', 'run', '-p', '1', '--dry-run', '--file', file], {
		env: {USAGECTL_CONFIG_DIR: join(folder, 'config'), USAGECTL_BASE_URL: 'https://service.example'},
		// The first run of this file loads the modules, which takes long on a busy machine.
		limit: 300_000,
	});
	expect({exitCode, errors: stderr.match(/^error.*/gm)}).toEqual({exitCode: 0, errors: null});
});

test('the pages show files of every kind', () => {
	expect(files.length).toBeGreaterThanOrEqual(6);
});
