import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {temporaryFolder} from '../support/disk/folders.ts';
import {fakeClock} from '../support/laws/clock.ts';
import {transcript, usagectl} from '../support/program/usagectl.ts';

const clock = fakeClock();

test('checks, explains and converts expressions', async () => {
	const lines = [
		`usagectl filter check 'country=us,DE and "Product Version"=4.*'`,
		"usagectl filter check prodVersion=4.1 'ram>=8 GB' --report 'churn events'",
		"usagectl filter check 'C01=x' --report 'churn events'",
		"usagectl filter check 'prodVersion=4.1 and ram>=8'",
		"usagectl filter check 'prodVersion=4.1 and ram>=8' --strict",
		"usagectl filter check 'prodVersion=4.1 or ram>=8GB'",
		'usagectl filter check ram',
		'usagectl filter check',
		'usagectl filter check x --kind sql',
		'usagectl filter check x --report chrun',
		"usagectl filter check --report 'churn retention' 'prodVersion=4.1,null and country is null and ram>=8GB'",
		"usagectl filter check --report 'report events frequency' 'cpuCores=4..8 and prodVersion=4.*'",
		"usagectl filter check --report churn/histogram/days 'licenseStatus(activated and not expired, whitelisted)'",
		"usagectl filter check 'events(Export/PDF + Export/~^X)>=10 and outreach(auto/C1 and not manual/M9)' --today 2025-03-15",
		"usagectl filter check --kind key 'expiryDate=today..today+30d and overQuotaCount>0' --today 2025-03-15",
		"usagectl filter check --kind segment 'os.version: Windows = ~^Windows, each *, Unknown = null'",
		"usagectl filter check --kind level 'touchScreen' 'ram: Small = ..<4GB, Big = 4GB.. sort new desc'",
		"usagectl filter check --kind event 'Any export = Export/PDF + null/~^X'",
		"usagectl filter check -o json 'dateLastSeen=last-month' --today 2025-03-15",
		"usagectl filter convert --to json 'country=US,DE and ram>=8GB'",
		"usagectl filter convert --to json --kind segment 'prodVersion: Old = (4.1,4.2)' 'New = 5.*'",
		"usagectl filter convert --to json --kind level os.platform --status new --split day 'prodVersion'",
		"usagectl filter convert --to json --kind level 'os.platform sort lost' --status new,active",
		"usagectl filter convert --to json 'country=XK'",
		"usagectl filter convert --to json 'country=XK' --any-code",
		`usagectl filter convert --to text '{"geography":{"type":"string","country":"US"},"ram":{"type":"numberRange","min":8192}}'`,
		`usagectl filter convert --to text '{"licenseStatus":[{}]}'`,
		`usagectl filter convert --to text '{"ram":{"type":"number","value":8192}'`,
		`usagectl filter convert --to text '{"ram":{"type":"numberRnge","mn":1},"cpuCores":{"type":"number"}}' ramm=1`,
		'usagectl filter convert --to text ram=8192',
		`usagectl filter convert --to text --kind level '{"level1":{"property":"os.platform","segments":[{"type":"regex","value":".*","split":true}]}}'`,
		"usagectl filter convert --to json --kind segment installationMonth 'a'",
	];
	await expect(await transcript(lines, {clock})).toMatchFileSnapshot('../transcripts/filter-commands.txt');
});

test('reads an expression from a file or from stdin', async () => {
	const folder = temporaryFolder();
	const file = join(folder, 'eu.txt');
	writeFileSync(file, '\uFEFFcontinent=EU # the whole of it\r\n\r\nprodVersion=4.1,\r\n  4.2\r\n');
	const wanted = 'prodVersion=4.1,4.2 and geography.continent=EU\n';
	const convert = ['filter', 'convert', '--to', 'text'];
	expect(await usagectl([...convert, `@${file}`])).toMatchObject({stdout: wanted, exitCode: 0});
	expect(await usagectl([...convert, '@-'], {stdin: 'prodVersion=4.1,4.2\ncontinent=EU'})).toMatchObject({
		stdout: wanted,
	});
	expect(await usagectl([...convert, '@-'], {stdin: '{"touchScreen":{"value":true}}'})).toMatchObject({
		stdout: 'touchScreen=true\n',
	});
	writeFileSync(file, 'prodVersion=4.1\nramm=8\n');
	const {stderr, exitCode} = await usagectl(['filter', 'check', `@${file}`]);
	expect(stderr).toContain(`${file}:2:1\n  | ramm=8\n`);
	expect(exitCode).toBe(2);
});
