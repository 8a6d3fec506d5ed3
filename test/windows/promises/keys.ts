import type {Promised} from '../promise.ts';

const area = 'Keys';
const rows = ['WIN-1,purchased,5,"Größe £"', 'WIN-2,trial,1,zwei', 'WIN-3,purchased,7,drei'];
const text = ['licenseKey,licenseType,installQuota,notes', ...rows, ''].join('\r\n');
const many = Array.from({length: 60}, (_, index) => `MANY-${index},purchased,5`);
const long = ['licenseKey', ...Array.from({length: 2000}, (_, index) => `STOP-${index}`), ''].join('\r\n');
const stopped = 'keys update {folder}\\stopped.csv -y --concurrency 1 -o json --batch-size';
// Without cmd Wine sets the other variables itself.
const marked = {MARK: '{folder}\\answered', USAGECTL_CONFIG_DIR: '{folder}\\profile\\usagectl'};
const update = 'keys update {folder}\\many.csv -y --batch-size 10 --concurrency 1 -o json';

export const keys: readonly Promised[] = [
	{
		area,
		promise: '`keys list --out`',
		steps: [{words: 'keys list -o csv --out {folder}\\keys.csv'}],
		left: {'keys.csv': /^licenseKey,[\s\S]*AUR-/},
	},
	{
		area,
		promise: 'a file with CRLF is imported, with a verdict for each row',
		files: {'crlf.csv': text},
		steps: [{words: 'keys update {folder}\\crlf.csv -y -o json'}],
		stdout: /"accepted":\s*3/,
	},
	{
		area,
		promise: 'the imported key is read back unchanged',
		steps: [{words: 'keys get WIN-1 -o json'}],
		stdout: /Größe £/,
	},
	{
		area,
		promise: "Excel's Unicode text (UTF-16 with tabs) is read",
		files: {'excel.txt': Buffer.from(`\ufeff${text.replaceAll(',', '\t')}`, 'utf16le')},
		steps: [{words: 'keys diff {folder}\\excel.txt', code: [0, 1, 7]}],
		stderr: /leave 3/,
	},
	{
		area,
		promise: 'a byte order mark, `sep=;` and semicolons are read',
		files: {'semicolon.csv': `\ufeffsep=;\r\n${text.replaceAll(',', ';')}`},
		steps: [{words: 'keys diff {folder}\\semicolon.csv', code: [0, 1, 7]}],
		stderr: /leave 3/,
	},
	{
		area,
		promise: 'importing an exported list changes nothing',
		steps: [{words: 'keys list --limit 200 --out {folder}\\round.csv'}, {words: 'keys diff {folder}\\round.csv'}],
		stderr: /insert 0|change 0/,
	},
	{
		area,
		promise: 'a wrong row exits with status 2 and its place',
		files: {'wrong.csv': 'licenseKey,installQuota\r\nA,many\r\n'},
		steps: [{words: 'keys update {folder}\\wrong.csv -y', code: 2}],
		stderr: /wrong\.csv:2/,
	},
	{
		area,
		promise: 'the same command resumes an import that the Task Manager ended',
		files: {'many.csv': ['licenseKey,licenseType,installQuota', ...many, ''].join('\r\n')},
		steps: [
			{words: update, preload: ['die.cjs'], code: 1},
			{words: 'keys runs -o csv', says: /unfinished,[^\n]*many\.csv,60,20,/},
			// Of six batches two are known; the third is read back, and not sent again.
			{
				words: update,
				preload: ['requests.cjs'],
				says: /"accepted":60,"inserted":60[\s\S]*\/listKeys\n(?:request: \S*\/updateKeys\n){3}note/,
			},
			{words: 'keys list --filter licenseKey~^MANY- -o csv --no-header --fields licenseKey'},
		],
		stdout: /^(?:MANY-\d+\r?\n){60}$/,
	},
	{area, promise: '`keys runs` lists the imports', steps: [{words: 'keys runs -o csv'}], stdout: /many\.csv/},
	{
		area,
		promise: 'a second import of the same file finds every row unchanged and sends none',
		steps: [{words: update, preload: ['requests.cjs']}],
		stdout: /"state":"not sent","rows":60,"accepted":0,"inserted":0,"updated":0,"same":60/,
		hidden: /updateKeys/,
	},
	{
		area,
		promise: 'Ctrl-C ends an import with status 130, and the same command resumes it',
		files: {'stopped.csv': long},
		steps: [
			{words: `${stopped} 2`, preload: ['mark.cjs'], env: marked, stopAt: 'answered', code: 130},
			{words: 'keys runs -o csv', says: /unfinished,[^\n]*stopped\.csv,/},
			{words: `${stopped} 500`},
		],
		stdout: /"state":"finished","rows":2000,"accepted":2000/,
		stderr: /is not finished: \d+ of \d+ keys left/,
	},
	{
		area,
		promise: '`keys undo` restores the values',
		files: {'change.csv': 'licenseKey,installQuota\r\nWIN-2,9\r\n'},
		steps: [
			{words: 'keys update {folder}\\change.csv -y', find: /keys undo (\S+)/},
			{words: 'keys get WIN-2 -o json', says: /"installQuota":\s*9\b/},
			{words: 'keys undo {found} -y'},
			{words: 'keys get WIN-2 -o json'},
		],
		stdout: /^(?=[\s\S]*"installQuota":\s*1\b)(?=[\s\S]*"licenseType":\s*"trial")[\s\S]*"zwei"/,
	},
	{
		area,
		promise: '`keys set` changes one key',
		steps: [{words: 'keys set WIN-9 --quota 4 --insert -y'}, {words: 'keys get WIN-9 -o json'}],
		stdout: /"installQuota":\s*4\b/,
	},
	{
		area,
		promise: '`--lock` allows one run at a time',
		steps: [
			{words: 'keys list -o csv --lock one', preload: ['slow.cjs'], env: {MARK: '{folder}\\slow'}, beside: 'slow'},
			{words: 'keys list -o csv --lock one', code: 9},
		],
		stderr: /another run/,
	},
	{
		area,
		promise: '`--lock` is free again after a run was killed',
		files: {'more.csv': ['licenseKey,licenseType,installQuota', ...many, ''].join('\r\n').replaceAll('MANY', 'MORE')},
		steps: [
			{words: `${update.replace('many', 'more')} --lock two`, preload: ['die.cjs'], code: 1},
			{words: 'keys list -o csv --limit 1 --lock two'},
		],
		stdout: /^licenseKey,/,
	},
];
