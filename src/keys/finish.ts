import {stat} from 'node:fs/promises';
import {writeFileAtomic} from '../files/atomic-file.ts';
import type {Column, Dataset, Row} from '../output/dataset.ts';
import {writable} from './columns.ts';
import type {BadRow, RunHeader} from './journal.ts';
import {openJournal} from './journal-file.ts';
import type {LeftRow} from './row.ts';
import {nameBeside, toCsv} from './row-file.ts';
import {journalOf, leftOf, type Run, readEntries} from './run-folder.ts';
import {parseLines, readLines} from './spool.ts';
import {toLeft} from './write-plan.ts';

/** Rows of a run that the registry does not have as the file says, a block at a time: first those never sent. */
export async function* readLeftRows(run: Run): AsyncGenerator<readonly LeftRow[]> {
	for await (const lines of readLines(leftOf(run.folder))) yield parseLines<LeftRow>(lines);
	for await (const rows of readBadRows(run)) {
		yield rows.filter(row => row.verdict !== 'altered').map(row => toLeft(row, row.reason, run.state.header));
	}
}

/** Rows that were sent and not simply accepted, batch by batch. */
export async function* readBadRows({folder}: Run): AsyncGenerator<readonly BadRow[]> {
	for await (const entry of readEntries(folder)) if (entry.entry === 'done' && entry.bad.length > 0) yield entry.bad;
}

const text = (key: string): Column => ({key, title: key, kind: 'text'});

function toDataset(columns: readonly string[], rows: AsyncIterable<readonly LeftRow[]>): Dataset {
	const cell = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? null));
	const blocks = async function* (): AsyncGenerator<readonly Row[]> {
		for await (const block of rows) {
			yield block.map(({line, reason, row}) => [...columns.map(name => cell(row[name])), line, reason]);
		}
	};
	return {columns: [...columns, '_line', '_reason'].map(text), blocks: blocks()};
}

async function* toJsonLines(rows: AsyncIterable<readonly LeftRow[]>): AsyncGenerator<string> {
	for await (const block of rows) {
		yield block.map(({line, reason, row}) => `${JSON.stringify({...row, _line: line, _reason: reason})}\n`).join('');
	}
}

/** How many rows the file of what was left will hold. */
export const countLeft = ({state: {header, totals}}: Run): number =>
	header.counts.edited + header.counts.invalid + totals.rejected + totals.unknown;

/**
 * Writes `<file>.rejected.csv` (or `.ndjson` for a JSON file): what was not taken, with line and reason, ready to be
 * corrected and uploaded. Answers its name; undefined when everything was taken. Throws CliError disk.
 */
export async function writeRejected(run: Run): Promise<string | undefined> {
	if (countLeft(run) === 0) return undefined;
	const {header} = run.state;
	const json = header.shape.format === 'json';
	const path = await nameOfRun(header, json ? 'rejected.ndjson' : 'rejected.csv');
	const rows = readLeftRows(run);
	const columns = writable.map(({name}) => name).filter(name => header.shape.columns.includes(name));
	await writeFileAtomic(path, json ? toJsonLines(rows) : toCsv(toDataset(columns, rows)), {mode: 0o600});
	return path;
}

/** Name for a file about a run: beside the uploaded file where that still stands, else in the current folder. */
export async function nameOfRun({file, run}: RunHeader, ending: string): Promise<string> {
	const found = file === '-' || file === '' ? undefined : await stat(file).catch(() => undefined);
	return nameBeside(found ? file : `keys-${run}`, ending);
}

/** Marks a run as ended. */
export async function endRun({folder, state}: Run, end: 'finished' | 'dropped', now: Date): Promise<void> {
	if (state.end !== undefined) return;
	const journal = await openJournal(journalOf(folder), state.goodBytes);
	try {
		await journal.append({entry: 'end', at: now.toISOString(), state: end});
	} finally {
		await journal.close();
	}
}
