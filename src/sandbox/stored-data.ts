import {randomUUID} from 'node:crypto';
import {readdir, rm, stat} from 'node:fs/promises';
import {join} from 'node:path';
import {dayNumber, timestampSeconds, timestampText} from '../calendar.ts';
import {CliError} from '../errors.ts';
import {suggestAtEnd} from '../text/near-names.ts';
import {createClock, toTimestamp} from './clock.ts';
import {createJsonFileError, type JsonFile} from './json-file.ts';
import {parseScenarios, type Scenario, scenarioFile} from './seed/scenarios.ts';
import {createKeyRing} from './seed/simulation/key-ring.ts';
import {listPropertyValues} from './seed/small-tables.ts';
import {defaultData, readDataSettings, sandboxFolder, withNow, writeDataSettings} from './state/data-settings.ts';
import {type DataSource, type GivenData, getDataSource, importFolder} from './state/data-source.ts';
import {tables} from './store/sandbox-tables.ts';
import {setClockSql} from './store/table-definition.ts';
import {type ExportedTable, exportData, selectKnownRows} from './store/transfer/export-data.ts';
import {type ImportedTable, importData} from './store/transfer/import-data.ts';

export type SandboxStatus = {
	/** For imported data, seed and size are those of the unused synthetic data. */
	readonly data: 'synthetic' | 'imported';
	readonly seed: number;
	/** Installations of the first product. */
	readonly size: number;
	readonly now: string;
	readonly clock: 'real' | 'frozen';
	readonly folder: string;
	/** Null if the data is not built. */
	readonly dataBytes: number | null;
	readonly keyLogBytes: number;
};

const readSize = async (file: string): Promise<number | null> => (await stat(file).catch(() => null))?.size ?? null;

const getTimestamp = ({now}: DataSource, real: Date): string =>
	createClock({start: now, speed: 0, real: () => real}).timestamp();

/** `now` is the time of the clock, `YYYY-MM-DDThh:mm:ss`. */
function readSource(stateDir: string, today: Date) {
	const folder = sandboxFolder(stateDir);
	const source = getDataSource(folder, readDataSettings(folder), {});
	return {folder, source, now: getTimestamp(source, today)};
}

export async function getSandboxStatus(stateDir: string, today: Date): Promise<SandboxStatus> {
	const {folder, source, now} = readSource(stateDir, today);
	const {seed, size} = source.settings;
	return {
		data: source.imported ? 'imported' : 'synthetic',
		seed,
		size,
		now,
		clock: source.now === undefined ? 'real' : 'frozen',
		folder,
		dataBytes: await readSize(source.getFile(now.slice(0, 10))),
		keyLogBytes: (await readSize(source.keyLog)) ?? 0,
	};
}

async function removeLogs(folder: string): Promise<void> {
	for (const name of await readdir(folder)) if (name.endsWith('.log')) await rm(join(folder, name), {force: true});
}

/** Builds the data and removes the logs. Absent settings return to their defaults. */
export async function resetSandbox(stateDir: string, wanted: GivenData & {today: Date}): Promise<SandboxStatus> {
	const folder = sandboxFolder(stateDir);
	const {today, ...given} = wanted;
	const source = getDataSource(folder, defaultData, given);
	await source.ensure(getTimestamp(source, today).slice(0, 10));
	await removeLogs(folder);
	await writeDataSettings(folder, source.settings);
	await rm(importFolder(folder), {recursive: true, force: true});
	return getSandboxStatus(stateDir, today);
}

/** Written license keys are not included. */
export async function exportSandbox(
	stateDir: string,
	options: {readonly target: string; readonly format: 'parquet' | 'csv'; readonly today: Date},
): Promise<readonly ExportedTable[]> {
	const {source, now} = readSource(stateDir, options.today);
	const file = await source.ensure(now.slice(0, 10));
	return exportData({file, folder: options.target, format: options.format, clock: timestampSeconds(now)});
}

/**
 * Returns the file of the data, SQL that hides from a connection what is later than the clock, and SQL for the rows of
 * each table in a database `from`, as an export has them.
 */
export async function findSandboxTables(
	stateDir: string,
	{today, from}: {readonly today: Date; readonly from: string},
) {
	const {source, now} = readSource(stateDir, today);
	const clock = timestampSeconds(now);
	return {
		file: await source.ensure(now.slice(0, 10)),
		setClock: setClockSql(clock),
		tables: tables.map(table => ({
			name: table.name,
			select: selectKnownRows(table, {from: `${from}.${table.name}`, clock}),
		})),
	};
}

/**
 * Moves the clock by seconds or to a day or timestamp, and adds the data up to that time. Written changes stay. Throws
 * a CliError of kind usage if the time is not later.
 */
export async function advanceSandbox(
	stateDir: string,
	{seconds, to, today}: {readonly seconds?: number; readonly to?: string; readonly today: Date},
): Promise<SandboxStatus> {
	const {folder, source, now} = readSource(stateDir, today);
	const then = to === undefined ? timestampText(timestampSeconds(now) + (seconds ?? 0)) : toTimestamp(to);
	if (then <= now)
		throw new CliError('usage', `the sandbox clock already shows ${now}; ${then} is not later`, {
			hint: `to go back: usagectl sandbox reset --now ${then.slice(0, 10)}`,
		});
	await source.ensure(then.slice(0, 10));
	await writeDataSettings(folder, withNow(source.settings, then));
	return getSandboxStatus(stateDir, today);
}

function validateSharedKeys(
	scenarios: readonly Scenario[],
	{seed, size}: {seed: number; size: number},
	file: JsonFile,
): void {
	const [first, ...others] = scenarios.flatMap((scenario, at) => {
		if (scenario.kind !== 'shared-key') return [];
		const keys = createKeyRing({seed, size, today: dayNumber(scenario.from)});
		const keyNames = keys.map(({row}) => row.licenseKey);
		if (keyNames.includes(scenario.licenseKey)) return [];
		const message = `the registry has no key ${JSON.stringify(scenario.licenseKey)} on ${scenario.from}`;
		return [{path: ['scenarios', at, 'licenseKey'], message: message + suggestAtEnd(scenario.licenseKey, keyNames)}];
	});
	const hint = 'use a key that was added before that day; to list the keys: usagectl --sandbox keys list';
	if (first) throw createJsonFileError({...file, hint}, [first, ...others]);
}

/** Replaces the scenarios of the stored data. Throws a CliError of kind usage for an invalid file. */
export async function plantScenarios(
	stateDir: string,
	{text, path, today}: {readonly text: string; readonly path: string; readonly today: Date},
): Promise<void> {
	const folder = sandboxFolder(stateDir);
	const stored = readDataSettings(folder);
	if (stored.imported)
		throw new CliError('usage', 'scenarios cannot be added to imported data', {
			hint: 'to return to synthetic data: usagectl sandbox reset',
		});
	const scenarios = parseScenarios(text, path);
	validateSharedKeys(scenarios, stored, scenarioFile(text, path));
	const settings = {...stored, scenarios: [...scenarios]};
	const source = getDataSource(folder, settings, {});
	await source.ensure(getTimestamp(source, today).slice(0, 10));
	await writeDataSettings(folder, settings);
}

function toScenarioRow(scenario: Scenario): readonly [kind: string, what: string, day: string] {
	const {kind} = scenario;
	if (kind === 'crash') {
		const {version, platform, percent, from} = scenario;
		return [kind, `${version} on ${platform}, ${percent} % of the days of use`, from];
	}
	if (kind === 'unused') {
		const on = scenario.platform === undefined ? '' : ` on ${scenario.platform}`;
		return [kind, `${scenario.category ?? '(no category)'}/${scenario.name}${on}`, scenario.after];
	}
	if (kind === 'churn')
		return [kind, `${scenario.percent} % of the installations of ${scenario.version}`, scenario.from];
	if (kind === 'departure') return [kind, scenario.country, scenario.after];
	return [kind, `${scenario.licenseKey} shared by ${scenario.installations} installations`, scenario.from];
}

export const listScenarios = (stateDir: string): readonly (readonly [kind: string, what: string, day: string])[] =>
	(readDataSettings(sandboxFolder(stateDir)).scenarios ?? []).map(toScenarioRow);

/**
 * Replaces the synthetic data with the tables of a folder. The default of `now` is the last day on which an
 * installation was seen. Throws a CliError of kind usage for an invalid table, with line and column.
 */
export async function importSandbox(
	stateDir: string,
	options: {readonly source: string; readonly now: string | undefined},
): Promise<readonly ImportedTable[]> {
	if (!(await stat(options.source).catch(() => null))?.isDirectory())
		throw new CliError('usage', `${options.source} is not a folder`, {hint: 'give the folder that holds the tables'});
	const folder = sandboxFolder(stateDir);
	const name = `${randomUUID()}.duckdb`;
	const file = join(importFolder(folder), name);
	const {rows, last, seen} = await importData({folder: options.source, file, propertyValues: listPropertyValues()});
	const now = options.now ?? seen;
	await writeDataSettings(folder, {...readDataSettings(folder), imported: {file: name, last, now}});
	await removeLogs(folder);
	for (const other of await readdir(importFolder(folder)))
		if (other !== name) await rm(join(importFolder(folder), other));
	return rows;
}
