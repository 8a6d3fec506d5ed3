import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {temporaryFolder} from '../support/disk/folders.ts';
import {fakeClock} from '../support/laws/clock.ts';
import {transcript, usagectl} from '../support/program/usagectl.ts';

const clock = fakeClock();

test('checks, explains, compiles, decompiles and prints a filter', async () => {
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
		"usagectl filter explain --report 'churn retention' 'prodVersion=4.1,null and country is null and ram>=8GB'",
		"usagectl filter explain --report 'report events frequency' 'cpuCores=4..8 and prodVersion=4.*'",
		"usagectl filter explain --report churn/histogram/days 'licenseStatus(activated and not expired, whitelisted)'",
		"usagectl filter explain 'events(Export/PDF + Export/~^X)>=10 and outreach(auto/C1 and not manual/M9)' --today 2025-03-15",
		"usagectl filter explain --kind key 'expiryDate=today..today+30d and overQuotaCount>0' --today 2025-03-15",
		"usagectl filter explain --kind segment 'os.version: Windows = ~^Windows, each *, Unknown = null'",
		"usagectl filter explain --kind level 'touchScreen' 'ram: Small = ..<4GB, Big = 4GB.. sort new desc'",
		"usagectl filter explain --kind event 'Any export = Export/PDF + null/~^X'",
		"usagectl filter explain -o json 'dateLastSeen=last-month' --today 2025-03-15",
		"usagectl filter compile 'country=US,DE and ram>=8GB'",
		"usagectl filter compile --kind segment 'prodVersion: Old = (4.1,4.2)' 'New = 5.*'",
		"usagectl filter compile --kind level os.platform --status new --split day 'prodVersion'",
		"usagectl filter compile --kind level 'os.platform sort lost' --status new,active",
		"usagectl filter compile 'country=XK'",
		"usagectl filter compile 'country=XK' --any-code",
		"usagectl filter compile --batch 'ram>=8GB'",
		`usagectl filter decompile '{"geography":{"type":"string","country":"us"},"ram":{"type":"numberRange","min":8192}}'`,
		`usagectl filter decompile '{"licenseStatus":[{}]}'`,
		`usagectl filter decompile '{"ram":{"type":"number","value":8192}'`,
		'usagectl filter decompile ram=8GB',
		`usagectl filter decompile --kind level '{"level1":{"property":"os.platform","segments":[{"type":"regex","value":".*","split":true}]}}'`,
		"usagectl filter print 'prodEdition=Pro Plus'",
		"usagectl filter print --shell bash 'prodEdition=Pro Plus or prodEdition=O Brien'",
		`usagectl filter print --shell zsh "prodEdition='O''Brien'"`,
		`usagectl filter print --shell fish "prodEdition='O''Brien' and prodVersion~'^4\\\\.'"`,
		"usagectl filter print --shell pwsh 'prodEdition=Pro Plus'",
		"usagectl filter print --shell pwsh 'prodVersion~^4$'",
		"usagectl filter print --shell cmd 'prodVersion~^4$'",
		"usagectl filter print --shell cmd 'prodEdition=50%'",
		"usagectl filter print --shell pwsh --kind event 'File menu/Save as'",
		`usagectl filter print --shell cmd --kind event "'say \\"hi\\"'/x"`,
		"usagectl filter print --shell bash --kind key 'licenseType=purchased'",
		"usagectl filter compile --kind segment installationMonth 'a'",
		`usagectl filter print --shell pwsh --kind segment "prodEdition: 'a''b', 'say \\"hi\\"'"`,
		"usagectl filter print --shell bash --kind level 'os.platform' 'prodVersion: 4.1'",
	];
	await expect(await transcript(lines, {clock})).toMatchFileSnapshot('../transcripts/filter-commands.txt');
});

test('reads an expression from a file or from stdin', async () => {
	const folder = temporaryFolder();
	const file = join(folder, 'eu.txt');
	writeFileSync(file, '\uFEFFcontinent=EU # the whole of it\r\n\r\nprodVersion=4.1,\r\n  4.2\r\n');
	const wanted = 'prodVersion=4.1,4.2 and geography.continent=EU\n';
	expect(await usagectl(['filter', 'check', `@${file}`])).toMatchObject({stdout: wanted, exitCode: 0});
	expect(await usagectl('filter check @-', {stdin: 'prodVersion=4.1,4.2\ncontinent=EU'})).toMatchObject({
		stdout: wanted,
	});
	expect(await usagectl('filter decompile', {stdin: '{"touchScreen":{"value":true}}'})).toMatchObject({
		stdout: 'touchScreen=true\n',
	});
	writeFileSync(file, 'prodVersion=4.1\nramm=8\n');
	const {stderr, exitCode} = await usagectl(['filter', 'check', `@${file}`]);
	expect(stderr).toContain(`${file}:2:1\n  | ramm=8\n`);
	expect(exitCode).toBe(2);
});
