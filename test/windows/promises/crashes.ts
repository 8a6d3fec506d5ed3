import type {Promised, Step} from '../promise.ts';

const area = 'Crash files';
const sync = 'exceptions sync {folder}\\archive --from -60d --no-lines -o csv';
const long = `{folder}${'\\a folder of thirty characters'.repeat(9)}`;

/** Another program holds a file, and lets go so many milliseconds after a new one lies beside it. */
const hold = (name: string, milliseconds: number): Step => ({
	script: 'preload/hold.cjs',
	env: {HELD_FILE: `{folder}\\${name}`, HELD_MS: `${milliseconds}`},
	beside: `${name}.is-held`,
});

export const crashes: readonly Promised[] = [
	{area, promise: '`exceptions files`', steps: [{words: 'exceptions files -o csv --no-header'}], stdout: /\.zip/},
	{area, promise: '`exceptions sync` downloads all files', steps: [{words: sync}], stdout: /monthly,fetched/},
	{
		area,
		promise: 'a second sync downloads only the open file; bytes and dates of the others stay',
		steps: [{words: sync, preload: ['requests.cjs']}],
		stdout: /^(?![\s\S]*monthly,fetched)/,
		hidden: /(?:getDownloadUrl[\s\S]*){2}/,
		keeps: /_exc_.*_to_.*\.zip$/,
	},
	{
		area,
		promise: '`download --unzip`',
		steps: [{words: 'exceptions download {zip} -d {folder}\\unzipped --unzip'}],
		left: {'unzipped/{csv}': /,/},
	},
	{
		area,
		promise: 'the same again with `--overwrite`',
		steps: [{words: 'exceptions download {zip} -d {folder}\\unzipped --unzip --overwrite'}],
	},
	{
		area,
		promise: 'a folder of more than 260 characters',
		steps: [{words: 'exceptions download {zip} -d', line: `"${long}"`}],
	},
	{
		area,
		promise: 'the same path with the prefix `\\\\?\\`',
		steps: [{words: 'exceptions download {zip} --overwrite -d', line: `"\\\\?\\${long}"`}],
	},
	{
		area,
		promise: 'a file that another program has open exits with status 10 and a message, and the old file stays complete',
		files: {'held.csv': 'old'},
		steps: [hold('held.csv', 8000), {words: 'keys list -o csv --out {folder}\\held.csv', code: 10}],
		stderr: /held\.csv: another program has it open/,
		left: {'held.csv': /^old$/},
	},
	{
		area,
		promise: 'a file that is closed in time is replaced',
		files: {'freed.csv': 'old'},
		steps: [hold('freed.csv', 500), {words: 'keys list -o csv --out {folder}\\freed.csv'}],
		left: {'freed.csv': /^licenseKey/},
	},
	{
		area,
		promise: 'each kind of hostile archive is accepted or rejected as on Linux, and nothing is written outside',
		steps: [{script: 'zips.mts', major: '22'}],
		stdout: /^\{"kinds":1\d\d,"wrong":\[\],"strays":\[\]\}/,
	},
];
