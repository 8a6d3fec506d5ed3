import type {Readable} from 'node:stream';
import {addDays} from '../../calendar.ts';
import type {SandboxOptions} from '../options/option-table.ts';
import type {Database} from '../store/database.ts';
import {getFirstFileDay, type PlannedFile, planFiles} from './file-plan.ts';
import {getFieldNames, type LogKind, type LogSource, listDays, readLogLines} from './log-lines.ts';
import {csvRecord} from './quoted-record.ts';
import {countBytes, createZip} from './zip.ts';

export type LogArchiveParts = {readonly database: Database; readonly options: SandboxOptions};
type Texts = AsyncIterable<string> | Iterable<string>;

/** A month takes two queries. */
const daysPerQuery = 16;

/** Yields CSV records. The first field of each begins with its day. */
async function* readRecords(
	source: LogSource,
	{from, to}: {from: string; to: string},
	{database, options}: LogArchiveParts,
) {
	for (let day = from; day <= to; day = addDays(day, daysPerQuery)) {
		const last = addDays(day, daysPerQuery - 1);
		const lines = await readLogLines(database, {...source, from: day, to: last < to ? last : to});
		yield lines.map(fields => csvRecord(fields, options));
	}
}

async function* readTexts(source: LogSource, file: PlannedFile, parts: LogArchiveParts): AsyncGenerator<string> {
	for await (const records of readRecords(source, file, parts)) yield records.join('');
}

const cutLength = 10;

async function* cutEnd(texts: Texts): AsyncGenerator<string> {
	let last = '';
	for await (const text of texts) {
		yield last;
		last = text;
	}
	yield last.slice(0, -cutLength);
}

async function* withHeader(kind: LogKind, texts: Texts, options: SandboxOptions): AsyncGenerator<string> {
	const fieldNames = getFieldNames(kind, options);
	const names = [...(options['csv-header'] === 'keys' ? fieldNames.keys() : fieldNames.values())];
	yield `${options['csv-mark'] === 'bom' ? '\uFEFF' : ''}${csvRecord(names, options)}`;
	yield* options['csv-end'] === 'cut' ? cutEnd(texts) : texts;
}

type Contents = AsyncIterable<string | Buffer>;

async function* createContents(kind: LogKind, texts: Texts, options: SandboxOptions): AsyncGenerator<string | Buffer> {
	const isWide = options['csv-encoding'] === 'utf-16';
	if (isWide) yield Buffer.from('\uFEFF', 'utf16le');
	for await (const text of withHeader(kind, texts, options)) yield isWide ? Buffer.from(text, 'utf16le') : text;
}

const zipTexts = ({fileName, to}: PlannedFile, texts: Contents): Readable =>
	createZip({name: fileName.replace(/\.zip$/, '.csv'), day: to}, texts);

async function measureFile(
	file: PlannedFile,
	texts: Contents,
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

export type ListedFile = PlannedFile & {readonly plainBytes: number; readonly zippedBytes: number};

async function plan({kind, product, until}: LogSource, {database, options}: LogArchiveParts) {
	const today = until.slice(0, 10);
	const from = getFirstFileDay(today, options).monthly;
	const days = await listDays(database, {kind, product, from, to: today, until});
	return planFiles({kind, product, today, days, options});
}

async function measure(source: LogSource, file: PlannedFile, parts: LogArchiveParts): Promise<ListedFile> {
	const texts = createContents(source.kind, readTexts(source, file, parts), parts.options);
	return {...file, ...(await measureFile(file, texts))};
}

/** Reads the records of a month once for all its files. */
async function measureMonth(source: LogSource, files: readonly PlannedFile[], parts: LogArchiveParts) {
	const days = files.flatMap(file => [file.from, file.to]).sort();
	const range = {from: days[0] ?? '', to: days.at(-1) ?? ''};
	const records: string[] = [];
	for await (const some of readRecords(source, range, parts)) records.push(...some);
	return Promise.all(
		files.map(async (file): Promise<ListedFile> => {
			const own = records.filter(record => record.slice(0, 10) >= file.from && record.slice(0, 10) <= file.to);
			return {...file, ...(await measureFile(file, createContents(source.kind, [own.join('')], parts.options)))};
		}),
	);
}

async function measureAll(source: LogSource, files: readonly PlannedFile[], parts: LogArchiveParts) {
	const measured = new Map<string, ListedFile>();
	for (const month of new Set(files.map(({from}) => from.slice(0, 7)))) {
		const own = files.filter(({from}) => from.startsWith(month));
		for (const file of await measureMonth(source, own, parts)) measured.set(file.fileName, file);
	}
	return files.map(({fileName}) => measured.get(fileName) as ListedFile);
}

export function createLogArchive(parts: LogArchiveParts) {
	/** The sizes of the daily and monthly files by kind and product. They do not change during a day. */
	const cachedSizes = new Map<string, {readonly day: string; readonly files: Promise<readonly ListedFile[]>}>();
	return {
		/** Lists the open file, then the daily and the monthly files, each in ascending order. */
		list: async (source: LogSource): Promise<readonly ListedFile[]> => {
			const [open, ...others] = await plan(source, parts);
			if (!open) return [];
			const name = `${source.kind} ${source.product}`;
			const day = source.until.slice(0, 10);
			const cached = cachedSizes.get(name);
			const files = cached?.day === day ? cached.files : measureAll(source, others, parts);
			cachedSizes.set(name, {day, files});
			files.catch(() => cachedSizes.delete(name));
			return [await measure(source, open, parts), ...(await files)];
		},
		find: async (source: LogSource, fileName: string) => {
			const file = (await plan(source, parts)).find(item => item.fileName === fileName);
			return file && (() => zipTexts(file, createContents(source.kind, readTexts(source, file, parts), parts.options)));
		},
	};
}
