import {readdirSync, readFileSync, rmSync, utimesSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {type Engine, openEngine} from '../../../src/archive/sql/engine.ts';
import {
	applyActions,
	createPartPath,
	formatChange,
	formatSnapshot,
	isPartPath,
	type TablePart,
	type TableSnapshot,
} from '../../../src/archive/tables/delta-log.ts';
import {commitVersion, maintainLog, readSnapshot} from '../../../src/archive/tables/delta-log-files.ts';
import {temporaryFolder} from '../../support/disk/folders.ts';
import {laws} from '../../support/laws/laws.ts';

const createPart = (product = 7, month = '2026-11'): TablePart => ({
	path: createPartPath(product, month),
	product,
	month,
	bytes: 1000,
	writtenAt: 1_795_000_000_000,
	stats: '{"numRecords":1}',
	sources: [{name: '7_exc_2026-11-01.zip', sha256: 'a'.repeat(64), days: ['2026-11-01']}],
});
const metaData = {id: 'b3c1', createdTime: 1_795_000_000_000, schemaString: '{"type":"struct","fields":[]}'};
const lines = (text: string) => text.split('\n');

test('keeps a part in the table from the version that adds it until the one that removes it', () => {
	fc.assert(
		fc.property(
			fc.array(fc.record({adds: fc.integer({min: 0, max: 3}), removes: fc.array(fc.nat(20), {maxLength: 3})}), {
				minLength: 1,
			}),
			changes => {
				let snapshot: TableSnapshot | undefined;
				// The oracle: who is in.
				const inside: TablePart[] = [];
				const gone = new Map<string, number>();
				for (const [version, {adds, removes}] of changes.entries()) {
					const remove = [...new Set(removes)].flatMap(at => inside[at] ?? []);
					const add = Array.from({length: adds}, () => createPart());
					const change = {add, remove, at: version, ...(version === 0 ? {metaData} : {})};
					snapshot = applyActions(snapshot, version, lines(formatChange(change)));
					for (const part of remove) {
						inside.splice(inside.indexOf(part), 1);
						gone.set(part.path, version);
					}
					inside.push(...add);
					expect(snapshot).toEqual({version, metaData, parts: inside, removed: gone});
				}
				expect(applyActions(undefined, changes.length - 1, lines(formatSnapshot(snapshot as TableSnapshot)))).toEqual(
					snapshot,
				);
			},
		),
		laws(40),
	);
});

test('never repeats the name of a part', () => {
	const names = new Set(Array.from({length: 1000}, () => createPartPath(7, '2026-11')));
	expect(names.size).toBe(1000);
	expect([...names].every(isPartPath)).toBe(true);
});

const whole = formatChange({metaData, add: [createPart()], remove: [], at: 0});
const change = (from: string | RegExp, to: string) => whole.replace(from, to);
test.each<[string, string, RegExp]>([
	['is truncated', whole.slice(0, -20), /truncated/],
	['is not JSON', 'usagectl\n', /truncated or not JSON/],
	['has no beginning', whole.split('\n').slice(3).join('\n'), /beginning .* is missing/],
	['needs a newer reader', change('"minReaderVersion":1', '"minReaderVersion":3'), /another program/],
	['has a part elsewhere', change(/"path":"[^"]*"/, '"path":"/etc/passwd"'), /another program/],
	['has a part above', change(/"path":"product=7/, '"path":"../product=7'), /another program/],
	['has a part without sources', change(/"usagectl":/, '"other":'), /another program/],
	['has a part with deleted rows', change('"size"', '"deletionVector":{},"size"'), /another program/],
	[
		'describes its columns in another way',
		change(/"schemaString":"[^}]*}"/, '"schemaString":"7"'),
		/describe the columns/,
	],
	['has an invalid size', change('"size":1000', '"size":-1'), /another program/],
])('rejects a log that %s', async (_, text, message) => {
	const root = temporaryFolder();
	const engine = await openEngine({temp: root, folders: [root], signal: new AbortController().signal});
	await commitVersion(undefined, {metaData, add: [], remove: [], at: 0}, {engine, root, work: temporaryFolder()});
	writeFileSync(join(root, '_delta_log', `${'0'.repeat(20)}.json`), text);
	await expect(readSnapshot(engine, root)).rejects.toMatchObject({
		kind: 'damaged',
		message: expect.stringMatching(message),
		details: {hint: expect.stringMatching(/--repair/)},
	});
	await engine.close();
});

/** A table with so many versions. */
const write = async (root: string, versions: number, before?: TableSnapshot) => {
	const work = temporaryFolder();
	const engine = await openEngine({temp: work, folders: [root, work], signal: new AbortController().signal});
	let snapshot = before;
	for (let count = 0; count < versions; count++) {
		const remove = snapshot?.parts.slice(3) ?? [];
		const first = snapshot ? {} : {metaData};
		snapshot = await commitVersion(snapshot, {...first, add: [createPart()], remove, at: count}, {engine, root, work});
		await maintainLog(snapshot, {engine, root, work}, new Date());
	}
	return {snapshot: snapshot as TableSnapshot, engine};
};
const listLog = (root: string) => readdirSync(join(root, '_delta_log')).sort();

test('writes checkpoints that equal the versions of a long log, and removes old versions', async () => {
	const root = temporaryFolder();
	const {snapshot, engine} = await write(root, 52);
	expect(listLog(root)).toContain(`${'49'.padStart(20, '0')}.checkpoint.parquet`);
	expect(JSON.parse(readFileSync(join(root, '_delta_log', '_last_checkpoint'), 'utf8'))).toMatchObject({version: 49});
	expect(await readSnapshot(engine, root)).toEqual(snapshot);
	// All versions are there still: they come to the same without the checkpoint.
	const checkpoint = readFileSync(join(root, '_delta_log', `${'49'.padStart(20, '0')}.checkpoint.parquet`));
	rmSync(join(root, '_delta_log', `${'49'.padStart(20, '0')}.checkpoint.parquet`));
	expect(await readSnapshot(engine, root)).toEqual(snapshot);
	writeFileSync(join(root, '_delta_log', `${'49'.padStart(20, '0')}.checkpoint.parquet`), checkpoint);
	await engine.close();
	for (const name of listLog(root)) utimesSync(join(root, '_delta_log', name), 0, 0);
	const later = await write(root, 60, snapshot);
	expect(await readSnapshot(later.engine, root)).toEqual(later.snapshot);
	const versions = listLog(root).filter(name => name.endsWith('.json'));
	expect([Number.parseInt(versions[0] as string, 10), versions.length]).toEqual([50, 62]);
	await later.engine.close();
});

test('detects a missing version, and never writes a version twice', async () => {
	const root = temporaryFolder();
	const {snapshot, engine} = await write(root, 4);
	const ports: {engine: Engine; root: string; work: string} = {engine, root, work: temporaryFolder()};
	const older = {...snapshot, version: snapshot.version - 1};
	await expect(commitVersion(older, {add: [createPart()], remove: [], at: 9}, ports)).rejects.toMatchObject({
		kind: 'locked',
	});
	expect(await readSnapshot(engine, root)).toEqual(snapshot);
	rmSync(join(root, '_delta_log', `${'1'.padStart(20, '0')}.json`));
	await expect(readSnapshot(engine, root)).rejects.toMatchObject({message: expect.stringMatching(/is missing/)});
	await engine.close();
});
