import {readdirSync, readFileSync, renameSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {decisionFile, readDecisions, writeDecisions} from '../../../src/archive/crashes/crash-decisions.ts';
import {followedFile} from '../../../src/archive/crashes/followed-fingerprints.ts';
import {openEngine} from '../../../src/archive/sql/engine.ts';
import {updateTable} from '../../../src/archive/tables/update-table.ts';
import {selectTableRecords, syncZips} from '../../support/data/sync-table.ts';
import {temporaryFolder} from '../../support/disk/folders.ts';
import {writeZip} from '../../support/disk/zip-writer.ts';
import {daily} from '../../support/service/log-service.ts';

const header = 'timestamp,clientId,prodVersion,exception.class,exception.method,exception.stackTrace';
const crash = (kind: string) => `2026-11-01T00:00:00,c,5.0,${kind},Acme.Run,   at Acme.${kind}()`;
const day = () => {
	const file = daily('2026-11-01');
	const data = [header, ...['A', 'B', 'C', 'D'].map(crash)].join('\r\n');
	return {...file, bytes: writeZip([{name: file.name.replace('.zip', '.csv'), data}]), unpacked: data.length};
};

const withEngine = async <T>(folder: string, ask: (engine: Awaited<ReturnType<typeof openEngine>>) => Promise<T>) => {
	const engine = await openEngine({temp: temporaryFolder(), folders: [folder], signal: new AbortController().signal});
	try {
		return await ask(engine);
	} finally {
		await engine.close();
	}
};
const readFingerprints = (folder: string) =>
	withEngine(folder, async engine => {
		const rows = await engine.rows(
			`SELECT exception_class, fingerprint FROM ${await selectTableRecords(engine, folder)} ORDER BY 1`,
		);
		return Object.fromEntries(rows.map(([kind, fingerprint]) => [String(kind), String(fingerprint)]));
	});

const [both, ofC, ofD, gone] = ['a', 'c', 'd', 'e'].map(digit => digit.repeat(16)) as [string, string, string, string];

/** Turns an archive into one of an older reader, which took A and B for one crash. */
async function makeOlder(folder: string): Promise<void> {
	const table = join(folder, 'lines', 'kind=exceptions');
	const all = readdirSync(table, {recursive: true, encoding: 'utf8'}).map(name => join(table, name));
	const parts = all.filter(name => /product=.*\.parquet$/.test(name));
	await withEngine(folder, async engine => {
		for (const part of parts) {
			await engine.run(
				`COPY (SELECT * REPLACE (CASE exception_class WHEN 'C' THEN '${ofC}' WHEN 'D' THEN '${ofD}' ELSE '${both}' END AS fingerprint)
				FROM read_parquet('${part}', hive_partitioning = false)) TO '${part}.new' (FORMAT parquet)`,
			);
		}
	});
	for (const part of parts) renameSync(`${part}.new`, part);
	for (const log of all.filter(name => name.endsWith('.json')))
		writeFileSync(log, readFileSync(log, 'utf8').replaceAll('\\"version\\":3', '\\"version\\":2'));
}

test('decisions follow their crashes to new fingerprints, through splits, and lost ones are named', async () => {
	const folder = temporaryFolder();
	const notes: string[] = [];
	const ports = {...(await syncZips(folder, [day()])), note: async (text: string) => void notes.push(text)};
	await updateTable(folder, ports);
	const current = await readFingerprints(folder);
	await makeOlder(folder);
	writeFileSync(join(folder, decisionFile), `${both} known # two\n${ofC} fixed-in 5.2\n${gone} known\n`);
	expect(notes).toEqual([]);

	expect(await updateTable(folder, ports)).toBe(1);
	expect(await readFingerprints(folder)).toEqual(current);
	expect(notes).toEqual([
		`crash groups have new fingerprints: 2 decisions of ${decisionFile} follow their groups; ${both} became several groups`,
		expect.stringContaining(`1 decision of ${decisionFile} fit no crash group: ${gone}`),
	]);
	const decisions = await readDecisions(folder);
	const {A = '', B = '', C = '', D = ''} = current;
	expect(decisions.get(A)).toMatchObject({kind: 'known', note: 'two', fingerprint: A});
	expect(decisions.get(B)).toMatchObject({kind: 'known', note: 'two'});
	expect(decisions.get(C)).toMatchObject({kind: 'fixed-in', value: '5.2'});
	expect(decisions.has(D)).toBe(false);
	expect(readFileSync(join(folder, followedFile), 'utf8')).toBe(
		[`${both} ${A}`, `${both} ${B}`, `${ofC} ${C}`]
			.sort()
			.map(line => `${line}\n`)
			.join(''),
	);

	// Written again, the decisions have the new fingerprints and say of which version these are.
	await writeDecisions(folder, decisions);
	expect(await readDecisions(folder)).toEqual(decisions);
});

test('says which decisions share a group after an older reader told them apart', async () => {
	const folder = temporaryFolder();
	const notes: string[] = [];
	const ports = {...(await syncZips(folder, [day()])), note: async (text: string) => void notes.push(text)};
	await updateTable(folder, ports);
	const {C = ''} = await readFingerprints(folder);
	await makeOlder(folder);
	writeFileSync(join(folder, decisionFile), `${ofC} known\n${C} fixed-in 5.2\n`);
	await updateTable(folder, ports);
	expect(notes[0]).toContain(`${enumerated(C, ofC)} share a group with another decision`);
	expect((await readDecisions(folder)).get(C)?.kind).toBe('fixed-in');
});

const enumerated = (...fingerprints: readonly string[]) => fingerprints.toSorted().join(' and ');

test('rejects decisions of a newer version, and lines of the followed fingerprints that are none', async () => {
	const folder = temporaryFolder();
	writeFileSync(join(folder, decisionFile), `# fingerprint version 4\n${both} known\n`);
	await expect(readDecisions(folder)).rejects.toThrow('written by a newer usagectl (fingerprint version 4)');
	writeFileSync(join(folder, decisionFile), `${both} known\n`);
	writeFileSync(join(folder, followedFile), `${both} ${ofC}\nx\n`);
	await expect(readDecisions(folder)).rejects.toMatchObject({
		message: 'expected an old and a new fingerprint',
		details: {place: {line: 2, column: 1}},
	});
});
