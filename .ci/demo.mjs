// The main tasks on the sandbox, as a user would type them: prints each command, then runs it.
// Settings, session and data are in a folder that is removed afterwards.
import {spawnSync} from 'node:child_process';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';

const bin = fileURLToPath(new URL('../bin/usagectl.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'usagectl-demo-'));
const outside = Object.entries(process.env).filter(([name]) => !name.startsWith('USAGECTL_'));
const env = {...Object.fromEntries(outside), USAGECTL_CONFIG_DIR: folder};

const report = ['report', 'current', '--from', '-90d', '--status', 'new,active,lost', '--level', 'prodEdition'];
const steps = [
	['How many installations are new, active and lost since the day 90 days ago, by edition?'],
	['--sandbox', ...report],
	['The same in two countries, by operating system too, as CSV:'],
	['--sandbox', ...report, '--level', 'os.platform', '--filter', 'country=US,DE', '-o', 'csv'],
	['Who stays, by month of installation? Drawn in the terminal:'],
	[
		'--sandbox',
		'report',
		'churn',
		'--from',
		'-6mo',
		'--lost-after',
		'30',
		'--segment-by',
		'installationMonth',
		'--chart',
	],
	['Which license keys have more installations than their quota?'],
	[
		'--sandbox',
		'keys',
		'list',
		'--filter',
		'overQuotaCount>=1',
		'--sort',
		'overQuotaCount:desc',
		'--limit',
		'3',
		'--fields',
		'licenseKey,installQuota,installCount',
	],
	['A bulk import: what a file would change, then the import itself, with a verdict for each key:'],
	['--sandbox', 'keys', 'diff', 'keys.csv'],
	['--sandbox', 'keys', 'update', 'keys.csv', '--yes', '--verify'],
	['All crash reports of the last months in a local archive, complete and verified:'],
	['--sandbox', 'exceptions', 'sync', 'crashes'],
	['--sandbox', 'exceptions', 'tail', '-n', '2', '--fields', 'timestamp,prodVersion,exception.class'],
];
const keys =
	'licenseKey,licenseType,installQuota,notes\nDEMO-0001,purchased,5,new from the demonstration\nDEMO-0002,purchased,10,"with, a comma"\n';

const quote = word => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

writeFileSync(join(folder, 'keys.csv'), keys);
let status = 0;
try {
	for (const step of steps) {
		if (step.length === 1) {
			process.stdout.write(`\n# ${step[0]}\n`);
			continue;
		}
		process.stdout.write(`$ usagectl ${step.map(quote).join(' ')}\n`);
		status ||= spawnSync(process.execPath, [bin, ...step], {env, cwd: folder, stdio: ['ignore', 1, 2]}).status ?? 1;
	}
} finally {
	rmSync(folder, {recursive: true, force: true});
}
process.exitCode = status;
