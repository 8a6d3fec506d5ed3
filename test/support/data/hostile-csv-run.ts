import {isAscii} from 'node:buffer';
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect} from 'vitest';
import {forEachCsv} from '../../../src/archive/csv/csv-contents.ts';
import {createFileTally, type Reject} from '../../../src/archive/csv/file-tally.ts';
import {readCsv} from '../../../src/archive/csv/read-csv.ts';
import {type Engine, openEngine} from '../../../src/archive/sql/engine.ts';
import {usagectl} from '../program/usagectl.ts';
import {type HostileCsv, makeHostileCsv} from './hostile-csvs.ts';
import {createRandom} from './mutate.ts';

type Read = {readonly rows: readonly string[]; readonly rejects: readonly Reject[]};

/** What the engine has of a file in the end, each row as one text, and what was put aside. */
const read = async (path: string, engine: Engine): Promise<Read> => {
	const rows: string[] = [];
	const rejects: Reject[] = [];
	const tally = createFileTally();
	const readContent = (content: AsyncIterable<Buffer>) =>
		readCsv(content, {
			engine,
			tally,
			kind: 'exceptions',
			onBatch: async ({table}) => {
				const loaded = await engine.rows(`SELECT * FROM ${table}`);
				rows.push(...loaded.map(row => row.join('\n')));
			},
			onRejects: async found => void rejects.push(...found),
		});
	await forEachCsv(path, readContent, {tally});
	expect(tally).toMatchObject({rows: rows.length, rejected: rejects.length});
	return {rows, rejects};
};

const check = ({bytes, words, expected}: HostileCsv, {rows, rejects}: Read): void => {
	if (expected) {
		expect(rejects.map(({line, reason}) => ({line, reason}))).toEqual(expected.rejects);
		expect(rows.map(row => /word\d+x\d+y/.exec(row)?.[0]).sort()).toEqual(expected.good.toSorted());
	}
	const text = bytes.toString('latin1');
	const lines = text.split('\n');
	// where the line end between them was lost, a header may have run into a row, also inside quotes: then its cells are names of columns
	const quoted = text.match(/^.*timestamp"?,(?:[^"\n]|"[^"]*")*/gim) ?? [];
	const headers = [...lines.filter(line => /timestamp"?,/i.test(line)), ...quoted];
	const all = [...rows, ...rejects.map(reject => reject.text), ...headers].join('\n');
	expect(words.filter(word => text.includes(word) && !all.includes(word))).toEqual([]);
	for (const {line, text: kept} of rejects.filter(each => isAscii(Buffer.from(each.text))))
		expect(lines[line - 1]).toContain(kept.split('\n')[0]?.replace(/\r$/, ''));
};

/** `exceptions top` of all files together: the groups have each good row once, and the rejects file the rest. */
const checkTop = async (all: readonly string[], allReads: readonly Read[], folder: string): Promise<void> => {
	const isUnread = ({rows, rejects}: Read) => rows.length === 0 && rejects.length > 0;
	const paths = all.filter((_, at) => !isUnread(allReads[at] as Read));
	const reads = allReads.filter(each => !isUnread(each));
	const unread = all.filter(path => !paths.includes(path));
	if (unread.length > 0) expect((await usagectl(['exceptions', 'top', ...unread])).exitCode).toBe(8);
	const kept = join(folder, 'rejects.ndjson');
	const {stdout, exitCode} = await usagectl(['exceptions', 'top', ...paths, '--rejects', kept, '-o', 'json', '-q']);
	expect(exitCode).toBe(0);
	const groups: readonly {count: number}[] = JSON.parse(stdout);
	expect(groups.reduce((sum, {count}) => sum + count, 0)).toBe(reads.reduce((sum, {rows}) => sum + rows.length, 0));
	const wanted = reads.flatMap(({rejects}, at) =>
		rejects.map(({line, reason, text}) => ({file: paths[at], line, fault: reason, text})),
	);
	const lines = wanted.length > 0 ? readFileSync(kept, 'utf8').trimEnd().split('\n') : [];
	expect(lines.map(line => JSON.parse(line))).toEqual(wanted);
};

const filesAtOnce = 250;

/** Reads so many hostile CSVs: nothing is thrown, and each row is counted in a group or kept aside with its file and line. */
export const throwHostileCsvs = async (
	count: number,
	seed: number,
): Promise<{readonly rows: number; readonly rejects: number}> => {
	const random = createRandom(seed);
	const folder = mkdtempSync(join(tmpdir(), 'hostile-csvs-'));
	const engine = await openEngine({temp: folder, folders: [folder], signal: new AbortController().signal});
	const [paths, reads]: [string[], Read[]] = [[], []];
	try {
		for (let number = 0; number < count; number++) {
			const made = makeHostileCsv(number, random);
			const path = join(folder, `${number}.csv`);
			writeFileSync(path, made.bytes);
			const found = await read(path, engine);
			check(made, found);
			paths.push(path);
			reads.push(found);
		}
		for (let at = 0; at < count; at += filesAtOnce)
			await checkTop(paths.slice(at, at + filesAtOnce), reads.slice(at, at + filesAtOnce), folder);
		const sum = (of: (each: Read) => number) => reads.reduce((total, each) => total + of(each), 0);
		return {rows: sum(({rows}) => rows.length), rejects: sum(({rejects}) => rejects.length)};
	} finally {
		engine.close();
		rmSync(folder, {recursive: true});
	}
};
