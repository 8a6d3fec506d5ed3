import {expect, test} from 'vitest';
import {createKeysService} from '../../keys/support/uploaded.ts';
import {emptyRecord} from '../../support/service/fake-service.ts';

const records = [
	{...emptyRecord('A'), licenseType: 'trial', notes: 'old'},
	{...emptyRecord('B'), installQuota: 9},
	{...emptyRecord('C', '2026-06-01T00:00:00'), installQuota: 2},
];
const file =
	'licenseKey,licenseType,activated,expiryDate,installQuota,notes,lastEditedDate\n' +
	'A,purchased,true,null,1,"new, ""note""",\nB,,,,9,,\nC,,,,5,,2026-01-01T00:00:00\nNEW,trial,true,,5,,\n';

test('shows inserted keys, changed fields, and keys edited after the export', async () => {
	const service = createKeysService({records});
	const path = service.file('keys.csv', file);
	const shown = await service.run(['keys', 'diff', path, '-o', 'csv']);
	expect(shown).toEqual({
		exitCode: 6,
		stdout:
			'line,licenseKey,change,field,before,after\n' +
			'2,A,change,licenseType,trial,purchased\n' +
			'2,A,change,activated,false,true\n' +
			'2,A,change,notes,old,"new, ""note"""\n' +
			'4,C,edited,installQuota,2,5\n' +
			'5,NEW,insert,,,"licenseType=trial, activated=true, installQuota=5"\n',
		stderr:
			'note: plan for product 7 at https://service.test: insert 1 key, change 1 key, leave 1 key unchanged, leave out 1 key edited after the export\n' +
			'note: the flags activated, blacklisted, expired and whitelisted take effect only if the product manages them on the server, which is not the default (usagectl keys set --help)\n' +
			'note: inserted keys cannot be deleted later, only blacklisted\n',
	});
	expect(service.log.map(({path: asked}) => asked)).toEqual(['/licenseKeys/listKeys', '/licenseKeys/listKeys']);
});

test('a table has the plan below its rows, or why it has none', async () => {
	const service = createKeysService({records});
	const show = (text: string) => service.run(['keys', 'diff', service.file('keys.csv', text)], {columns: 80});
	const {stdout, stderr} = await show(file);
	expect(stdout).toMatch(
		/Line {2}License key [\s\S]* insert [\s\S]*^plan for product 7 at https:\/\/service\.test: insert 1/m,
	);
	expect(stderr).toBe('');
	expect(await show('licenseKey,installQuota\nB,9\n')).toMatchObject({stdout: 'nothing to change\n', stderr: ''});
});

test('JSON keeps the types of values; --all shows unchanged keys too', async () => {
	const service = createKeysService({records});
	const {stdout} = await service.run(['keys', 'diff', service.file('keys.csv', file), '--all', '-o', 'json']);
	expect(JSON.parse(stdout)).toContainEqual({
		line: 2,
		licenseKey: 'A',
		change: 'change',
		field: 'activated',
		before: false,
		after: true,
	});
	expect(JSON.parse(stdout)).toContainEqual({
		line: 3,
		licenseKey: 'B',
		change: 'same',
		field: null,
		before: null,
		after: null,
	});
});

test('requests exactly the keys of the file, a thousand per request', async () => {
	const service = createKeysService({records});
	const rows = Array.from({length: 2500}, (_, index) => `K${index}\n`).join('');
	const {stdout} = await service.run(['keys', 'diff', service.file('keys.csv', `licenseKey\n${rows}`), '-o', 'ndjson']);
	expect(stdout.trim().split('\n')).toHaveLength(2500);
	const filters = service.log.map(({body}) => body.filters as {licenseKey?: {value: string[]}});
	const asked = filters.flatMap(({licenseKey}) => (licenseKey ? [licenseKey.value] : []));
	expect(asked.map(keys => keys.length)).toEqual([1000, 1000, 500]);
	expect(asked.flat()).toEqual(Array.from({length: 2500}, (_, index) => `K${index}`));
});

test('rejects a file with errors, like an import', async () => {
	const service = createKeysService({records});
	const {exitCode, stderr} = await service.run([
		'keys',
		'diff',
		service.file('keys.csv', 'licenseKey,expired\nA,maybe\n'),
	]);
	expect({exitCode, sent: service.log}).toEqual({exitCode: 2, sent: []});
	expect(stderr).toContain('2:3: expired: "maybe" is neither true nor false');
});

test('keys update --dry-run is the same preview, and changes nothing', async () => {
	const service = createKeysService({records, types: ['purchased']});
	const files = {
		edited: file,
		'with a typo': 'licenseKey,licenseType,activated\nA,purchasd,true\n',
		'with a look-alike': 'licenseKey\na\n',
		unchanged: 'licenseKey,installQuota\nB,9\n',
		'with an error': 'licenseKey,expired\nA,maybe\nB,true\n',
	};
	for (const [name, content] of Object.entries(files))
		for (const flags of [[], ['--skip-invalid', '--strict', '--overwrite']]) {
			const path = service.file(`${name}.csv`, content);
			const preview = await service.run(['keys', 'diff', path, ...flags]);
			expect(await service.run(['keys', 'update', path, '--dry-run', ...flags]), name).toEqual(preview);
		}
	expect(service.log.filter(({path}) => path.endsWith('updateKeys'))).toEqual([]);
	expect((await service.run(['keys', 'runs', '-o', 'json'])).stdout).toBe('[]\n');
});

test('--dry-run does not resume an import', async () => {
	const service = createKeysService({records});
	const {exitCode, stderr} = await service.run(['keys', 'update', '--resume', '20260630-120000-none', '--dry-run']);
	expect({exitCode, sent: service.log}).toEqual({exitCode: 2, sent: []});
	expect(stderr).toContain('--dry-run cannot be combined with --resume');
});
