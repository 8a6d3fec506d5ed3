import type {Promised} from '../promise.ts';

const area = 'Crash files';
const sync = 'exceptions sync {folder}\\archive --since -60d --no-lines -o csv';
const long = `{folder}${'\\a folder of thirty characters'.repeat(9)}`;
const held = {HELD_FILE: '{folder}\\held.csv'};

export const crashes: readonly Promised[] = [
	{area, promise: '`exceptions files`', steps: [{words: 'exceptions files -o csv --no-header'}], stdout: /\.zip/},
	{area, promise: '`exceptions sync` fetches what there is', steps: [{words: sync}], stdout: /fetched|downloaded|new/},
	{
		area,
		promise: 'a second sync fetches no final file again',
		steps: [{words: sync}],
		stdout: /^(?![\s\S]*monthly,fetched)/,
	},
	{
		area,
		promise: '`download --unzip`',
		steps: [{words: 'exceptions download {zip} -d {folder}\\unzipped --unzip'}],
		left: {'unzipped/{csv}': /,/},
	},
	{
		area,
		promise: 'once more with `--overwrite`',
		steps: [{words: 'exceptions download {zip} -d {folder}\\unzipped --unzip --overwrite'}],
	},
	{
		area,
		promise: 'a folder of more than 260 characters',
		steps: [{words: 'exceptions download {zip} -d', line: `"${long}"`}],
	},
	{
		area,
		promise: 'the same below `\\\\?\\`',
		steps: [{words: 'exceptions download {zip} --overwrite -d', line: `"\\\\?\\${long}"`}],
	},
	{
		area,
		promise: 'a file that another program holds open: 10, which says so, and the old file stays whole',
		files: {'held.csv': 'old'},
		steps: [{words: 'keys list -o csv --out {folder}\\held.csv', preload: ['hold.cjs'], env: held, code: 10}],
		stderr: /another program/,
		left: {'held.csv': /^old$/},
	},
	{
		area,
		promise: 'one that is let go in time is replaced',
		files: {'held.csv': 'old'},
		steps: [
			{words: 'keys list -o csv --out {folder}\\held.csv', preload: ['hold.cjs'], env: {...held, HELD_MS: '500'}},
		],
		left: {'held.csv': /^licenseKey/},
	},
	{
		area,
		promise: 'each kind of hostile archive is taken or refused as on Linux, and nothing is written outside',
		steps: [{script: 'zips.mts', major: '22'}],
		stdout: /^\{"kinds":1\d\d,"wrong":\[\],"strays":\[\]\}/,
	},
];
