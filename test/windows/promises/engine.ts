import type {Promised} from '../promise.ts';

const area = 'Sandbox and crash archive, with the Windows build of DuckDB';
const own = {USAGECTL_BASE_URL: '', USAGECTL_PRODUCT: '', USAGECTL_CONFIG_DIR: '{folder}\\sandboxed'};

export const engine: readonly Promised[] = [
	{
		area,
		promise: '`sandbox reset`, and a report on it',
		steps: [
			{words: 'sandbox reset --size 500 --now 2026-06-30', env: own},
			{words: '--sandbox report current --from -30d --level prodEdition -o csv', env: own},
		],
		stdout: /^prodEdition,new,active/,
	},
	{
		area,
		promise: '`sandbox advance` while the sandbox is closed',
		steps: [{words: 'sandbox advance 1d -o json', env: own}],
		stdout: /2026-07-01/,
	},
	{
		area,
		promise: '`exceptions sync` with its table, and `exceptions top`',
		steps: [{words: 'exceptions sync {folder}\\lines --from -60d'}, {words: 'exceptions top {folder}\\lines -o csv'}],
		stdout: /^fingerprint,/,
	},
	{
		area,
		promise: '`query` over an archive',
		steps: [{words: 'query --archive {folder}\\lines', line: '"SELECT count(*) AS reports FROM crashes" -o csv'}],
		stdout: /^reports\r?\n\d+/,
	},
];
