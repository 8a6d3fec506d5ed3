import {stat} from 'node:fs/promises';
import {writeFileAtomic} from '../../files/atomic-file.ts';
import type {Column, Dataset, Row} from '../../output/dataset.ts';
import {type LeftRow, toLeft} from '../rows/checked-row.ts';
import {writable} from '../rows/key-columns.ts';
import {nameBeside, toCsv} from '../store/row-file.ts';
import {readLines, readValues} from '../store/spool.ts';
import {type BadRow, decodeEntry, type RunHeader} from './journal.ts';
import {journalOf, leftOf, type Run} from './run-folder.ts';

/** Rows of a run that were left out, a block at a time. */
export const readLeftOut = (folder: string): AsyncIterable<readonly LeftRow[]> => readValues<LeftRow>(leftOf(folder));

/** Rows that were sent and not simply accepted, a batch at a time. */
export async function* readBadRows({folder}: Pick<Run, 'folder'>): AsyncGenerator<readonly BadRow[]> {
	for await (const lines of readLines(journalOf(folder))) {
		for (const line of lines) {
			const entry = decodeEntry(line);
			if (entry?.entry === 'done' && entry.bad.length > 0) yield entry.bad;
		}
	}
}

/** The number of rows that the registry does not have as the file says. */
export const countLeft = ({state: {header, totals}}: Run): number =>
	header.counts.edited + header.counts.invalid + totals.rejected + totals.unknown;

async function* readAllLeft(run: Run): AsyncGenerator<readonly LeftRow[]> {
	yield* readLeftOut(run.folder);
	for await (const rows of readBadRows(run)) {
		yield rows.filter(row => row.verdict !== 'altered').map(row => toLeft(row, row.reason, run.state.header.shape));
	}
}

/**
 * Writes `<file>.rejected.csv` (`.ndjson` for a JSON file): the rows that were left out or not accepted, with line and
 * reason, ready to be corrected and uploaded. Returns its name; undefined when there are none. Throws CliError disk.
 */
export async function writeRejected(run: Run): Promise<string | undefined> {
	if (countLeft(run) === 0) return undefined;
	const {header} = run.state;
	const json = header.shape.format === 'json';
	const path = await nameFileOf(header, json ? 'rejected.ndjson' : 'rejected.csv');
	const rows = readAllLeft(run);
	const columns = writable.map(({name}) => name).filter(name => header.shape.columns.includes(name));
	await writeFileAtomic(path, json ? toJsonLines(rows) : toCsv(toDataset(columns, rows)), {mode: 0o600});
	return path;
}

/** Name for a file about a run: beside the uploaded file where that still exists, else in the current folder. */
export async function nameFileOf({file, run}: RunHeader, ending: string): Promise<string> {
	const found = file === '-' || file === '' ? undefined : await stat(file).catch(() => undefined);
	return nameBeside(found ? file : `keys-${run}`, ending);
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
