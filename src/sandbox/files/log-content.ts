import type {Readable} from 'node:stream';
import {addDays} from '../../calendar.ts';
import type {SandboxOptions} from '../options/option-table.ts';
import type {Database} from '../store/database.ts';
import type {PlannedFile} from './file-plan.ts';
import {getFieldNames, type LogKind, type LogSource, readLastLines, readLogLines} from './log-lines.ts';
import {csvRecord} from './quoted-record.ts';
import {countBytes, createZip} from './zip.ts';

type Parts = {readonly database: Database; readonly options: SandboxOptions};
type Texts = AsyncIterable<string> | Iterable<string>;

/** A month takes two queries. */
const daysPerQuery = 16;

/** Yields CSV records. The first field of each begins with its day. */
export async function* readRecords(
	source: LogSource,
	{from, to}: {from: string; to: string},
	{database, options}: Parts,
) {
	for (let day = from; day <= to; day = addDays(day, daysPerQuery)) {
		const last = addDays(day, daysPerQuery - 1);
		const lines = await readLogLines(database, {...source, from: day, to: last < to ? last : to});
		yield lines.map(fields => csvRecord(fields, options));
	}
}

const bulkBlockBytes = 1 << 20;
const linesOfBulkBlock = 1000;

/** Repeats the last records up to a number of bytes. Only one block is in memory. */
async function* repeatRecords(source: LogSource, bytes: number, {database, options}: Parts): AsyncGenerator<string> {
	const lines = await readLastLines(database, source, linesOfBulkBlock);
	const records = lines.map(fields => csvRecord(fields, options)).join('');
	if (records === '') return;
	const block = records.repeat(Math.ceil(bulkBlockBytes / Buffer.byteLength(records)));
	for (let left = bytes; left > 0; left -= Buffer.byteLength(block)) yield block;
}

export async function* readTexts(source: LogSource, file: PlannedFile, parts: Parts): AsyncGenerator<string> {
	if (file.bulkBytes !== undefined) yield* repeatRecords(source, file.bulkBytes, parts);
	else for await (const records of readRecords(source, file, parts)) yield records.join('');
}

export async function* withHeader(kind: LogKind, texts: Texts, options: SandboxOptions): AsyncGenerator<string> {
	const fieldNames = getFieldNames(kind, options);
	const names = [...(options['csv-header'] === 'keys' ? fieldNames.keys() : fieldNames.values())];
	yield `${options['csv-mark'] === 'bom' ? '\uFEFF' : ''}${csvRecord(names, options)}`;
	yield* texts;
}

export const zipTexts = ({fileName, to}: PlannedFile, texts: AsyncIterable<string>): Readable =>
	createZip({name: fileName.replace(/\.zip$/, '.csv'), day: to}, texts);

export async function measureFile(
	file: PlannedFile,
	texts: AsyncIterable<string>,
): Promise<{readonly plainBytes: number; readonly zippedBytes: number}> {
	let plainBytes = 0;
	async function* counted() {
		for await (const text of texts) {
			plainBytes += Buffer.byteLength(text);
			yield text;
		}
	}
	const zippedBytes = await countBytes(zipTexts(file, counted()));
	return {plainBytes, zippedBytes};
}
