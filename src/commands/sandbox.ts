import {text as readAll} from 'node:stream/consumers';
import {defineCommand} from '../cli/definition/command.ts';
import {Expected, toggle, withDefault} from '../cli/definition/flag.ts';
import {choice, validateOutputFolder} from '../cli/definition/flag-values.ts';
import {CliError} from '../errors.ts';
import {getDiskMessage} from '../files/disk-error.ts';
import {openInput} from '../files/file-bytes.ts';
import {sentenceLayout} from '../output/column-layout.ts';
import {type Column, dataset} from '../output/dataset.ts';
import {dataFlags, moment} from './sandbox/data-flags.ts';

export const status = defineCommand({
	description:
		'Shows the seed and size of the data, the clock, the folder, and the sizes of the data file and of the log of key changes. Does not start the sandbox.',
	examples: [{line: 'usagectl sandbox status', caption: 'seed, size, day and folder'}],
	takes: ['out'],
	flags: {},
	run: async (_options, _args, {stateDir, clock}) => {
		const {getSandboxStatus} = await import('../sandbox/stored-data.ts');
		return {one: await getSandboxStatus(stateDir, clock.now())};
	},
});

export const reset = defineCommand({
	description:
		'Deletes your changes to the sandbox (license keys, sessions) and recreates its data. Without flags, restores seed 1, 10k installations and the real time. The same seed and size always give the same data; an earlier --now only hides everything after that time. The users keep their passwords. A server that is already running keeps its data until it is restarted.',
	examples: [
		{line: 'usagectl sandbox reset', caption: 'default data'},
		{line: 'usagectl sandbox reset --seed 7 --size 20k', caption: 'other data, more installations'},
		{
			line: 'usagectl sandbox reset --now 2026-06-30',
			caption: 'a frozen clock, so that every run gets the same answers',
		},
	],
	takes: ['out'],
	flags: dataFlags,
	run: async (options, _args, {stateDir, clock, progress}) => {
		const {resetSandbox} = await import('../sandbox/stored-data.ts');
		const {end} = progress.start({what: 'Making data'});
		return {one: await resetSandbox(stateDir, {...options, today: clock.now()}).finally(end)};
	},
});

const secondsPer = {m: 60, h: 3600, d: 86_400, w: 604_800} as const;
const expected = "expected a duration such as 1d or 12h, or 'to' and a day";

/** Parses `1d`, `12h`, `30m`, `2w`, or `to` and a day or timestamp. Throws CliError (usage). */
function parseTime(words: readonly string[]): {readonly seconds: number} | {readonly to: string} {
	const text = words.join(' ');
	const reject = (what: string) => {
		// `3 days` and `2hours` mean 3d and 2h.
		const near = /^([1-9]\d{0,5}) ?([mhdw])/.exec(text)?.slice(1).join('') ?? '1d';
		throw new CliError('usage', `${what}, not '${text}'`, {hint: `for example: usagectl sandbox advance ${near}`});
	};
	const [first = '', second, ...more] = words;
	const step = /^([1-9]\d{0,5})([mhdw])$/.exec(first);
	if (step && second === undefined) return {seconds: Number(step[1]) * secondsPer[step[2] as keyof typeof secondsPer]};
	if (first !== 'to' || second === undefined || more.length > 0) return reject(expected);
	try {
		return {to: moment(second)};
	} catch (error) {
		return reject(error instanceof Expected ? `expected ${error.message}` : expected);
	}
}

export const advance = defineCommand({
	description:
		"Moves the sandbox's clock forward. Installations, sessions and events up to the new time appear; earlier data and your changes are kept. Afterwards the clock is frozen, even if it showed the real time before. To return to the real time, use `sandbox reset`, which also deletes your changes. A server that is already running keeps its own clock until it is restarted.",
	examples: [
		{line: 'usagectl sandbox advance 1d', caption: 'advance by one day, to test a nightly job'},
		{line: 'usagectl sandbox advance 12h', caption: "advance by half a day: today's files grow"},
	],
	takes: ['out'],
	flags: {},
	args: [{name: '<time...>', summary: 'How far to advance: 30m, 12h, 1d or 2w, or `to YYYY-MM-DD`'}],
	run: async (_options, words, {stateDir, clock, progress}) => {
		const time = parseTime(words);
		const {advanceSandbox} = await import('../sandbox/stored-data.ts');
		const {end} = progress.start({what: 'Making data'});
		return {one: await advanceSandbox(stateDir, {...time, today: clock.now()}).finally(end)};
	},
});

const scenarioColumns: readonly Column[] = [
	{key: 'kind', title: 'Kind', kind: 'label'},
	{key: 'what', title: 'What', kind: 'text'},
	{key: 'day', title: 'From or after', kind: 'text'},
];

export const plant = defineCommand({
	description:
		'Adds scenarios to the data of the first product, for rehearsals and tests. Without a file, lists the current scenarios. --template prints a JSON file with a scenario of each kind: a release that crashes on one platform, a release that loses users, a feature that is no longer used after a given date (on all platforms or on one), a license key that many installations share, and a country without activity after a given date. A new file replaces the current scenarios and leaves all other data unchanged. `sandbox reset` removes the scenarios.',
	examples: [
		{line: 'usagectl sandbox plant --template --out scenarios.json', caption: 'a file to edit'},
		{line: 'usagectl sandbox plant scenarios.json', caption: 'add the scenarios of a file'},
		{line: 'usagectl sandbox plant', caption: 'current scenarios'},
	],
	takes: ['rows'],
	flags: {template: toggle({flags: '--template', summary: 'Print a file with a scenario of each kind'})},
	args: [{name: '[file]', summary: 'File of scenarios', complete: 'file'}],
	columns: () => scenarioColumns,
	run: async ({template}, [path], {stateDir, clock}) => {
		if (template) return {text: (await import('../sandbox/seed/scenarios.ts')).exampleScenarios};
		const {listScenarios, plantScenarios} = await import('../sandbox/stored-data.ts');
		if (path !== undefined) {
			const text = await openInput(path)
				.then(readAll)
				.catch((cause: NodeJS.ErrnoException) => {
					throw new CliError('usage', `cannot read ${path}: ${getDiskMessage(cause.code) ?? cause.message}`, {
						hint: 'give a file of scenarios; to print an example: usagectl sandbox plant --template',
						cause,
					});
				});
			await plantScenarios(stateDir, {text, path, today: clock.now()});
		}
		return {dataset: dataset(scenarioColumns, listScenarios(stateDir))};
	},
});

const formats = ['parquet', 'csv'] as const;
const exportColumns: readonly Column[] = [
	{key: 'table', title: 'Table', kind: 'label'},
	{key: 'file', title: 'File', kind: 'text', layout: {minWidth: 16, cut: 'start'}},
	{key: 'rows', title: 'Rows', kind: 'count'},
];

export const exportTables = defineCommand({
	description:
		'Writes the tables from which the sandbox computes its reports, up to the time of its clock, one file per table; `usagectl help sandbox` describes their columns. Your changes to license keys are not included; `keys list` shows them.',
	examples: [
		{line: 'usagectl sandbox export tables', caption: 'Parquet files in the "tables" folder'},
		{line: 'usagectl sandbox export tables --format csv', caption: 'CSV files'},
	],
	takes: ['rows'],
	flags: {
		format: withDefault({
			flags: '--format <format>',
			summary: 'Format of the files: parquet or csv',
			choices: formats,
			default: 'parquet',
			parse: choice(formats),
		}),
	},
	args: [{name: '<dir>', summary: 'Folder to write to', complete: 'directory'}],
	columns: () => exportColumns,
	run: async ({format}, [target = ''], {stateDir, clock}) => {
		validateOutputFolder(target);
		const {exportSandbox} = await import('../sandbox/stored-data.ts');
		const tables = await exportSandbox(stateDir, {target, format, today: clock.now()});
		return {
			dataset: dataset(
				exportColumns,
				tables.map(({table, file, rows}) => [table, file, rows]),
			),
		};
	},
});

const importColumns: readonly Column[] = [
	{key: 'table', title: 'Table', kind: 'label'},
	{key: 'rows', title: 'Rows', kind: 'count'},
];

export const importTables = defineCommand({
	description:
		'Replaces the synthetic data with your own tables: a folder of Parquet or CSV files as `sandbox export` writes them. `product` and `installation` are required. An error in a file is reported with its line or row, and its column. Deletes your changes to the sandbox; `sandbox reset` restores the synthetic data.',
	examples: [
		{line: 'usagectl sandbox import tables', caption: 'the files in the "tables" folder'},
		{
			line: 'usagectl sandbox import tables --now 2026-06-30',
			caption: 'the same, with the clock at the end of a given day',
		},
	],
	takes: ['rows'],
	flags: {now: dataFlags.now},
	args: [{name: '<dir>', summary: 'Folder of tables', complete: 'directory'}],
	columns: () => importColumns,
	run: async ({now}, [source = ''], {stateDir}) => {
		const {importSandbox} = await import('../sandbox/stored-data.ts');
		const tables = await importSandbox(stateDir, {source, now});
		return {
			dataset: dataset(
				importColumns,
				tables.map(({table, rows}) => [table, rows]),
			),
		};
	},
});

const optionColumns: readonly Column[] = [
	{key: 'id', title: 'ID', kind: 'label'},
	{key: 'default', title: 'Default', kind: 'text'},
	{key: 'values', title: 'Values', kind: 'text', layout: {...sentenceLayout, minWidth: 12}},
	{key: 'question', title: 'Question', kind: 'text', layout: sentenceLayout},
	{key: 'does', title: 'Effect of the other values', kind: 'text', layout: sentenceLayout},
	{key: 'source', title: 'Source', kind: 'text'},
];

export const options = defineCommand({
	description:
		'Lists the options for behavior that the API documentation leaves open. The default is what the sandbox does; a real service may behave in any of the other ways. Set an option with `sandbox serve --assume id=value` to test that your client works with it.',
	examples: [
		{line: 'usagectl sandbox options', caption: 'all options'},
		{line: 'usagectl sandbox options --fields id,default,values -o csv', caption: 'IDs and values for a script'},
	],
	takes: ['rows'],
	flags: {},
	columns: () => optionColumns,
	run: async () => {
		const {optionTable} = await import('../sandbox/options/option-table.ts');
		const rows = optionTable.map(row => [
			row.id,
			String(row.default),
			'least' in row.values ? `${row.values.least} or more` : row.values.join(', '),
			row.question,
			row.does,
			row.source,
		]);
		return {dataset: dataset(optionColumns, rows)};
	},
});
