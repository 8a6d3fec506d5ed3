import {stat} from 'node:fs/promises';
import {writeFileAtomic} from '../../files/atomic-file.ts';
import type {Row} from '../../output/dataset.ts';
import {type LeftOutRow, toLeftOutRow} from '../rows/checked-row.ts';
import {writableColumns} from '../rows/upload-columns.ts';
import {companionFile} from '../store/companion-file.ts';
import {toCsv} from '../store/importable-csv.ts';
import {readLines, readValues} from '../store/spool.ts';
import {decodeEntry, type RunHeader, type UnacceptedRow} from './journal.ts';
import {journalPath, leftOutPath, type Run} from './run-folder.ts';

export const readLeftOut = (folder: string): AsyncIterable<readonly LeftOutRow[]> =>
	readValues<LeftOutRow>(leftOutPath(folder));

export async function* readUnaccepted({folder}: Pick<Run, 'folder'>): AsyncGenerator<readonly UnacceptedRow[]> {
	for await (const lines of readLines(journalPath(folder))) {
		for (const line of lines) {
			const entry = decodeEntry(line);
			if (entry?.entry === 'done' && entry.bad.length > 0) yield entry.bad;
		}
	}
}

/** Altered rows do not count: the registry has their key. */
export const countLeftOut = ({state: {header, totals}}: Run): number =>
	header.counts.edited + header.counts.invalid + totals.rejected + totals.unknown;

async function* readNotAccepted(run: Run): AsyncGenerator<readonly LeftOutRow[]> {
	yield* readLeftOut(run.folder);
	for await (const rows of readUnaccepted(run)) {
		yield rows.filter(row => row.verdict !== 'altered').map(row => toLeftOutRow(row, row.reason));
	}
}

/**
 * Writes the rows that were left out or not accepted to `<file>.rejected.csv`, with line and reason, ready to be corrected
 * and imported. Returns its name, or undefined if there are none. Throws CliError (disk).
 */
export async function writeRejected(run: Run): Promise<string | undefined> {
	if (countLeftOut(run) === 0) return undefined;
	const {header} = run.state;
	const path = await nameFileOf(header, 'rejected.csv');
	const columns = writableColumns.map(({name}) => name).filter(name => header.columns.includes(name));
	const rows = toRows(columns, readNotAccepted(run));
	await writeFileAtomic(path, toCsv([...columns, '_line', '_reason'], rows, header.form), {mode: 0o600});
	return path;
}

/** Names a file about a run: next to the uploaded file if that still exists, else in the current folder. */
export async function nameFileOf({file, run}: RunHeader, ending: string): Promise<string> {
	const found = file === '-' || file === '' ? undefined : await stat(file).catch(() => undefined);
	return companionFile(found ? file : `keys-${run}`, ending);
}

const toCell = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? null));

async function* toRows(
	columns: readonly string[],
	rows: AsyncIterable<readonly LeftOutRow[]>,
): AsyncGenerator<readonly Row[]> {
	for await (const block of rows)
		yield block.map(({line, reason, row}) => [...columns.map(name => toCell(row[name])), line, reason]);
}
