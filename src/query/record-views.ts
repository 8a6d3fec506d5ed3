import {type CrashGroups, groupOfLine, joinGroups, readCrashGroups} from '../archive/crashes/crash-groups.ts';
import {countGroups} from '../archive/crashes/group-counts.ts';
import type {LogKind} from '../archive/log-kinds.ts';
import {chooseOfProducts} from '../archive/records/chosen-products.ts';
import {findMissingRows} from '../archive/records/missing-rows.ts';
import {type DatePorts, getPossibleDays, useAndTellDates} from '../archive/records/record-dates.ts';
import type {Records} from '../archive/records/records.ts';
import {describeSilence} from '../archive/records/silent-archive.ts';
import {createRecordTables, finishRecordTables} from '../archive/records/stored-records.ts';
import {dialects} from '../archive/sql/dialects.ts';
import type {Engine} from '../archive/sql/engine.ts';
import {noFilter} from '../archive/sql/record-relations.ts';
import {findParts, selectPartRecords} from '../archive/tables/find-table.ts';
import type {Cell, Row} from '../output/dataset.ts';
import type {Clock} from '../ports.ts';
import type {View, ViewColumn} from './view-table.ts';

const {duckDb} = dialects;

/** Selects no rows but all columns, so that queries work before the first record arrives. */
const selectNothing = (columns: readonly ViewColumn[]): string =>
	`SELECT ${columns.map(({name, type}) => `NULL::${type} AS "${name}"`).join(', ')} WHERE false`;

const toText = (cell: Cell) => (cell === null ? null : String(cell));
const toTexts = (row: Row): readonly (string | null)[] => row.map(toText);

/** Maps data of the form `(Key,Value)&&(Key,Value)`; if a key repeats, its first value counts. */
export const eventMap = `CASE WHEN regexp_full_match(event_data, '\\([^,]+,.*\\)', 's') THEN map_from_entries(list_filter(
	list_transform(string_split(event_data[2:-2], ')&&('), part -> {k: split_part(part, ',', 1), v: part[len(split_part(part, ',', 1)) + 2:]}),
	(entry, place) -> list_position(list_transform(string_split(event_data[2:-2], ')&&('), part -> split_part(part, ',', 1)), entry.k) = place
)) END`;

type ViewPorts = DatePorts & {readonly today: string; readonly clock: Clock};
type RecordViewPorts = ViewPorts & {
	readonly foldersOf: (log: LogKind) => readonly string[];
	/** None: all. */
	readonly chosenProducts: readonly number[];
};

type Parts = Awaited<ReturnType<typeof findParts>>;

/** Returns the crash groups. Fills the table `crash_groups` if `needsCounts` is set. */
async function readGroups(engine: Engine, parts: Parts, needsCounts: boolean, ports: ViewPorts): Promise<CrashGroups> {
	await createRecordTables(engine, 'exceptions');
	const relations = await finishRecordTables({engine, kind: 'exceptions', filter: noFilter}, parts);
	const possible = getPossibleDays(
		parts.map(({fileDay}) => fileDay),
		ports,
	);
	const records: Records = {kind: 'exceptions', dialect: duckDb, possible, rows: engine.rows, ...relations};
	const crashGroups = await readCrashGroups(records);
	if (needsCounts) {
		const always = {since: undefined, until: undefined};
		const {groups} = await useAndTellDates(records, () => countGroups(records, crashGroups, always), ports);
		const rows = groups.map(({names, count, installations, trend, mark, ...group}) => [
			...[names[0] ?? null, mark, count, installations],
			...(crashGroups.samples.get(names[0] ?? '') ?? [null, null, null]),
			...[group.firstDay, group.lastDay, group.firstVersion, group.lastVersion, trend],
		]);
		await engine.append('crash_groups', rows.map(toTexts));
	}
	for (const table of ['line', 'sample', 'one_sample']) await engine.run(`DROP TABLE ${table}`);
	return crashGroups;
}

const selectCrashes = (records: string, groups: CrashGroups) =>
	`SELECT line.*, ${groupOfLine} AS crash_group FROM ${records} AS line ${joinGroups(duckDb, groups)}`;

async function findAllParts(engine: Engine, folders: readonly string[], kind: LogKind): Promise<Parts> {
	const parts = [];
	for (const folder of folders) parts.push(...(await findParts(engine, folder, kind)));
	return parts;
}

/** Creates the named views of records; `crash_groups` exists already as an empty table. */
export async function addRecordViews(
	engine: Engine,
	named: readonly View[],
	{foldersOf, chosenProducts, ...ports}: RecordViewPorts,
): Promise<void> {
	const findNamed = async (kind: LogKind) => {
		const parts = chooseOfProducts(await findAllParts(engine, foldersOf(kind), kind), chosenProducts, kind);
		const possible = getPossibleDays(
			parts.map(({fileDay}) => fileDay),
			ports,
		);
		const silent = await describeSilence(parts, {kind, rows: engine.rows, possible, until: undefined});
		for (const text of [...findMissingRows(parts), ...silent]) await ports.incomplete(text);
		return parts;
	};
	const isNamed = (name: string) => named.some(each => each.name === name);
	const create = (name: string, {columns}: View, select: string | undefined) =>
		engine.run(`CREATE VIEW ${name} AS ${select ?? selectNothing(columns)}`);
	if (isNamed('crashes') || isNamed('crash_groups')) {
		const parts = await findNamed('exceptions');
		const groups = parts.length > 0 ? await readGroups(engine, parts, isNamed('crash_groups'), ports) : undefined;
		for (const view of named.filter(({name}) => name === 'crashes'))
			await create('crashes', view, groups && selectCrashes(selectPartRecords(parts), groups));
	}
	for (const view of named.filter(({name}) => name === 'events')) {
		const parts = await findNamed('events');
		const records =
			parts.length > 0 ? `SELECT *, ${eventMap} AS event_map FROM ${selectPartRecords(parts)}` : undefined;
		await create('events', view, records);
	}
}
