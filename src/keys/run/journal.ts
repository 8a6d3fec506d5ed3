import {crc32} from 'node:zlib';
import type {KeyUpdate} from '../../contract/operations/license-keys.ts';
import {CliError} from '../../errors.ts';
import type {PlanCounts} from '../plan/plan-row.ts';
import type {Registry} from '../registry/registry-lock.ts';
import type {CsvForm} from '../store/importable-csv.ts';

/**
 * The journal of a run has one entry per line, preceded by its CRC-32. Entries are only appended, so a kill can damage only
 * the last line.
 */

/** The first entry, which is on disk before anything is sent. */
export type RunHeader = Registry & {
	readonly entry: 'run';
	readonly version: 1;
	readonly run: string;
	readonly command: 'update' | 'set' | 'undo';
	readonly started: string;
	/** The absolute path of the file, `-` for standard input, or empty. */
	readonly file: string;
	/** SHA-512 of the file. */
	readonly digest: string;
	/** The options that change what is sent, as one string. */
	readonly options: string;
	/** The columns of the file. */
	readonly columns: readonly string[];
	readonly form?: CsvForm | undefined;
	readonly counts: PlanCounts;
	readonly planBytes: number;
	readonly planCrc: number;
	readonly batchSize: number;
	readonly verify: boolean;
	/** True if the rows were compared with the registry, which an undo requires. */
	readonly compared: boolean;
	readonly undoes?: string;
};

export type UnacceptedRow = {
	readonly line: number;
	readonly verdict: 'rejected' | 'altered' | 'unknown';
	readonly reason: string;
	readonly update: KeyUpdate;
};

export type BatchResult = {
	readonly accepted: number;
	/** The service's count, else the plan's. If neither is known, `accepted` is larger than inserted + updated. */
	readonly inserted: number;
	readonly updated: number;
	readonly bad: readonly UnacceptedRow[];
};

export type JournalEntry =
	| RunHeader
	/** Written just before the batch is sent. */
	| {readonly entry: 'send'; readonly batch: number}
	| ({readonly entry: 'done'; readonly batch: number} & BatchResult)
	| {readonly entry: 'end'; readonly at: string; readonly state: 'finished' | 'dropped'};

export function encodeEntry(entry: JournalEntry): string {
	const text = JSON.stringify(entry);
	return `${checksum(text)} ${text}\n`;
}

export function decodeEntry(line: string): JournalEntry | undefined {
	const text = line.slice(9);
	if (line[8] !== ' ' || line.slice(0, 8) !== checksum(text)) return undefined;
	return JSON.parse(text) as JournalEntry;
}

const checksum = (text: string) => crc32(text).toString(16).padStart(8, '0');

export type RunState = {
	readonly header: RunHeader;
	readonly done: ReadonlySet<number>;
	/** The numbers of batches without a result that may have been sent: the process ended before the response. */
	readonly unconfirmed: ReadonlySet<number>;
	readonly totals: RunTotals;
	readonly end: 'finished' | 'dropped' | undefined;
	/** The length of the complete entries in bytes. */
	readonly validBytes: number;
};
export type RunTotals = Readonly<Record<'accepted' | 'inserted' | 'updated' | UnacceptedRow['verdict'], number>>;

export const zeroTotals: RunTotals = {accepted: 0, inserted: 0, updated: 0, rejected: 0, altered: 0, unknown: 0};

export function addResult(totals: RunTotals, result: BatchResult): RunTotals {
	const sum: Record<keyof RunTotals, number> = {...totals};
	for (const name of ['accepted', 'inserted', 'updated'] as const) sum[name] += result[name];
	for (const {verdict} of result.bad) sum[verdict]++;
	return sum;
}

type Replayed = {
	header: RunHeader | undefined;
	readonly done: Set<number>;
	readonly unconfirmed: Set<number>;
	totals: RunTotals;
	end: RunState['end'];
	validBytes: number;
};

function applyEntry(state: Replayed, entry: JournalEntry): void {
	if (entry.entry === 'run') state.header ??= entry;
	else if (entry.entry === 'send') state.unconfirmed.add(entry.batch);
	else if (entry.entry === 'end') state.end = entry.state;
	else if (!state.done.has(entry.batch)) {
		state.done.add(entry.batch);
		state.unconfirmed.delete(entry.batch);
		state.totals = addResult(state.totals, entry);
	}
}

export async function replay(lines: AsyncIterable<readonly string[]>, path: string): Promise<RunState> {
	const unread = {header: undefined, totals: zeroTotals, end: undefined, validBytes: 0};
	const state: Replayed = {...unread, done: new Set(), unconfirmed: new Set()};
	for await (const block of lines) {
		for (const line of block) {
			const entry = decodeEntry(line);
			if (entry === undefined) throw createDamageError(path);
			state.validBytes += Buffer.byteLength(line) + 1;
			applyEntry(state, entry);
		}
	}
	const {header} = state;
	if (header?.version !== 1) throw createDamageError(path);
	return {...state, header};
}

export const createDamageError = (path: string): CliError =>
	new CliError('damaged', `${path} is damaged`, {
		hint: 'start over with --restart, which sends only the keys that differ from the registry',
		code: 'journal',
	});
