import fc from 'fast-check';
import {expect, test} from 'vitest';
import {readCrashGroups} from '../../../src/archive/crashes/crash-groups.ts';
import {type CountedGroup, countGroups} from '../../../src/archive/crashes/group-counts.ts';
import {toColumn} from '../../../src/archive/record-columns.ts';
import type {PossibleDays} from '../../../src/archive/records/records.ts';
import {addBatch, createRecordTables, finishRecordTables} from '../../../src/archive/records/stored-records.ts';
import {dialects} from '../../../src/archive/sql/dialects.ts';
import {openEngine} from '../../../src/archive/sql/engine.ts';
import {identifier} from '../../../src/archive/sql/sql-literals.ts';
import {compareVersions} from '../../../src/text/version-order.ts';
import {
	type Condition,
	columns,
	dayOf,
	days,
	type Line,
	line,
	type Question,
	question,
	texts,
	toFilter,
} from '../../support/data/record-questions.ts';
import {temporaryFolder} from '../../support/disk/folders.ts';
import {laws} from '../../support/laws/laws.ts';

const more = {'event.category': ['', `A'`], 'event.name': ['b', 'B', texts[0] as string]};
const names = [...Object.keys(columns), ...Object.keys(more)];
/** What is right, line by line. */
const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
const meets = (value: string, {is, value: other}: Condition) =>
	({equal: value === other, other: value !== other, below: byBytes(value, other) < 0})[is];
const isChosen = ({cells}: Line, {clauses, condition}: Question) =>
	clauses.every(({passes}) => passes(cells)) && (!condition || meets(cells[condition.column] ?? '', condition));
const dayOfLine = ({timestamp}: Line) => timestamp.slice(0, 10);
const addDays = (day: string, count: number) =>
	new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10);
const countDays = (first: string, end: string) => (Date.parse(end) - Date.parse(first)) / 86_400_000;

const possibleDays = fc.oneof(
	fc.constant({first: '2000-01-01', last: '2100-01-01'}),
	fc
		.tuple(fc.nat(15), fc.integer({min: 16, max: days - 1}))
		.map(([first, last]) => ({first: dayOf(first), last: dayOf(last)})),
);

function ask(lines: readonly Line[], asked: Question, possible: PossibleDays): readonly CountedGroup[] {
	const {since, until = '9999'} = asked.period;
	const known = lines.filter(each => dayOfLine(each) <= until);
	const ownDates = known.map(dayOfLine).sort();
	if (ownDates.length === 0) return [];
	const first = ownDates.find(day => day >= possible.first) ?? '9999';
	const newest = ownDates.findLast(day => day <= possible.last) ?? possible.last;
	const end = asked.period.until ?? newest;
	const last = end < possible.last ? end : possible.last;
	const recent = since ?? addDays(newest, -6);
	const lastKnown = ownDates.findLast(day => day <= possible.last);
	const knownDays = lastKnown === undefined ? 0 : countDays(recent, lastKnown) + 1;
	const groups = new Map<string, Line[]>();
	for (const each of known.filter(each => isChosen(each, asked))) {
		const key = JSON.stringify([each.cells['event.category'], each.cells['event.name']]);
		groups.set(key, [...(groups.get(key) ?? []), each]);
	}
	const found = [...groups].map(([key, own]): CountedGroup => {
		const counted = own.filter(each => since === undefined || dayOfLine(each) >= since);
		const versions = [...new Set(own.map(({cells}) => cells.prodVersion as string))]
			.filter(version => version !== '')
			.sort(compareVersions);
		const week = (from: number) =>
			own.filter(each => dayOfLine(each) > addDays(last, -from) && dayOfLine(each) <= addDays(last, 7 - from)).length;
		const [now, before] = [week(7), week(14)];
		const ownDays = own.map(dayOfLine).sort();
		const [newest, oldest] = [
			ownDays.find(day => day >= recent),
			ownDays.findLast(day => day < recent && day >= possible.first),
		];
		const isBack = newest && oldest && addDays(oldest, 14) < newest;
		const month = own.filter(
			each => dayOfLine(each) >= addDays(recent, -30) && dayOfLine(each) < recent && dayOfLine(each) >= possible.first,
		);
		const installations = new Set(month.map(({cells}) => cells.clientId).filter(client => client !== '')).size;
		const isGone = installations >= 3 && (installations * knownDays) / Math.min(30, countDays(first, recent)) >= 3;
		const mark =
			newest === undefined ? (isGone ? 'gone' : null) : oldest === undefined ? 'new' : isBack ? 'back' : null;
		return {
			names: JSON.parse(key),
			count: counted.length,
			installations: new Set(counted.map(({cells}) => cells.clientId).filter(client => client !== '')).size,
			firstVersion: versions[0] ?? null,
			lastVersion: versions.at(-1) ?? null,
			firstDay: ownDays[0] as string,
			lastDay: ownDays.at(-1) as string,
			trend: before === 0 ? null : Math.round((10_000 * (now - before)) / before) / 100,
			weeks: null,
			mark: first < recent ? mark : null,
		};
	});
	return found.sort(
		(a, b) =>
			b.count - a.count ||
			b.installations - a.installations ||
			byBytes(a.names[0] ?? '', b.names[0] ?? '') ||
			byBytes(a.names[1] ?? '', b.names[1] ?? ''),
	);
}

test('finds the same groups as a naive count, whatever the texts contain', async () => {
	const engine = await openEngine({temp: temporaryFolder(), folders: [], signal: new AbortController().signal});
	const cells = names.map(name => `${identifier(toColumn(name))} VARCHAR`);
	await engine.run(`CREATE TABLE whole ("timestamp" TIMESTAMP, ${cells.join(', ')})`);
	await fc.assert(
		fc.asyncProperty(
			fc.array(line(more), {maxLength: 80, size: 'max'}),
			fc.array(question, {minLength: 8, maxLength: 8}),
			possibleDays,
			async (lines, questions, possible) => {
				await engine.run('DELETE FROM whole');
				await engine.append(
					'whole',
					lines.map(({timestamp, cells}) => [timestamp, ...names.map(name => cells[name] ?? '')]),
				);
				for (const asked of questions) {
					await engine.run('DROP TABLE IF EXISTS line');
					await createRecordTables(engine, 'events');
					const target = {engine, kind: 'events', filter: toFilter(asked, dialects.duckDb)} as const;
					await addBatch(target, {table: 'whole', columns: names});
					const relations = await finishRecordTables(target, []);
					const found = {kind: 'events', dialect: dialects.duckDb, possible, rows: engine.rows, ...relations} as const;
					const {groups} = await countGroups(found, await readCrashGroups(found), asked.period);
					expect(groups).toEqual(ask(lines, asked, possible));
				}
			},
		),
		laws(10),
	);
	await engine.close();
});

/** A literal as each engine reads it. */
const read = {
	duckDb: (sql: string) => sql.slice(1, -1).replaceAll(`''`, `'`),
	trino: (sql: string) => sql.slice(1, -1).replaceAll(`''`, `'`),
	clickHouse: (sql: string) => sql.slice(1, -1).replace(/\\(.)/gsu, '$1'),
};
/** Whether its text ends at its end, and not before. */
const endsThere = {
	duckDb: /^'(?:[^']|'')*'$/u,
	trino: /^'(?:[^']|'')*'$/u,
	clickHouse: /^'(?:[^'\\]|\\.)*'$/su,
};
test('quotes any text as one SQL literal for each engine', () => {
	fc.assert(
		fc.property(
			fc.oneof(fc.constantFrom(...texts), fc.string({unit: fc.constantFrom(`'`, '\\', '"', '`', '%', 'n', '\n')})),
			text => {
				for (const engine of ['duckDb', 'trino', 'clickHouse'] as const) {
					const sql = dialects[engine].textLiteral(text);
					expect(sql).toMatch(endsThere[engine]);
					expect(read[engine](sql)).toBe(text);
				}
			},
		),
	);
});
