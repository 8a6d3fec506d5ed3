import {readdirSync} from 'node:fs';
import {expect, test} from 'vitest';
import {temporaryFolder} from '../../support/disk/folders.ts';
import {usagectl} from '../../support/program/usagectl.ts';

/** What cannot be sent is refused before the sandbox is started: no data is made, no banner is shown. */

const lines = [
	"report current --from -30d --filter 'ram>='",
	"report current --from -30d --level 'os.platfrm'",
	"report current --from -30d --level os.platform --filter 'country=Germny'",
	"report churn retention --from -6mo --segment-by 'prodVersion: A = (4.1'",
	"report churn retention --from -6mo --segment-by ram --segment '4GB..2GB'",
	"report churn event 'Export' --from -6mo",
	"report events frequency --from -30d --event 'Export/PDF + ' ",
	"report events timeline --from -30d --event 'Export/PDF, Export/XPS'",
	"keys list --filter 'expiryDate is null'",
	"props values prodVersion --match 'a,b'",
	'report current --from -30d --filter \'{"ram":{}}\'',
	"report current --from -30d --filter 'ram=8' --strict",
];

test.each(lines)('%s', async line => {
	const folder = temporaryFolder();
	const {stdout, stderr, exitCode} = await usagectl(`${line} --sandbox`, {env: {USAGECTL_CONFIG_DIR: folder}});
	expect({stdout, exitCode}, stderr).toEqual({stdout: '', exitCode: 2});
	expect(stderr).not.toContain('synthetic');
	expect(readdirSync(folder, {recursive: true})).toEqual([]);
});
