import {expect, test} from 'vitest';
import {started} from '../../sandbox/support/started.ts';
import {temporaryFolder} from '../../support/disk/folders.ts';
import {transcript} from '../../support/program/usagectl.ts';

const sandbox = await started();

const env = {
	USAGECTL_BASE_URL: sandbox.baseUrl,
	USAGECTL_USER: sandbox.admin.user,
	USAGECTL_PASSWORD: sandbox.admin.password,
	USAGECTL_PRODUCT: String(sandbox.product),
	NO_COLOR: '1',
};

test.each([80, 120, 200, undefined])('shows the latest records and a sync, %s columns wide', async columns => {
	const folder = temporaryFolder();
	const id = sandbox.product;
	const text = await transcript(
		[
			'exceptions tail -n 6',
			'exceptions tail --limit 2 --fields timestamp,exception.stackTrace',
			'events tail -n 6',
			`exceptions download ${id}_exc_2026-06-29.zip --unzip -d ${folder}/files`,
			`exceptions sync ${folder}/crashes --from 2026-06-28`,
		],
		{env, ...(columns === undefined ? {} : {columns})},
	);
	await expect(text.replaceAll(`${folder}/`, '').replace(/\d+ (?=files skipped)/g, 'N ')).toMatchFileSnapshot(
		`../../transcripts/log-lines-${columns ?? 'pipe'}.txt`,
	);
});

test('lists and downloads the files of a product', async () => {
	const folder = temporaryFolder();
	const id = sandbox.product;
	const text = await transcript(
		[
			'exceptions files --limit 4 --fields kind,fileName,fileStartDate,fileStopDate',
			`exceptions download ${id}_exc_2026-06-29.zip -d files --fields fileName,state`,
			`exceptions download ${id}_exc_2026-06-29.zip -d files`,
			`exceptions download --from 2026-06-28 --to 2026-06-30 --kind daily --unzip -d files --fields fileName,state`,
			'exceptions download',
			`exceptions download ${id}_exc_2026-06-31.zip`,
			'exceptions sync crashes --fields fileName,state',
			'exceptions sync crashes --fields fileName,state',
			'exceptions tail --interval 1s --follow',
		].map(line => line.replace(/-d files|sync crashes/, match => match.replace(/(files|crashes)$/, `${folder}/$1`))),
		{env},
	);
	// how many days have lines is the generator's business
	await expect(text.replaceAll(`${folder}/`, '').replace(/\d+ (?=files skipped)/g, 'N ')).toMatchFileSnapshot(
		'../../transcripts/log-files.txt',
	);
});
