import {addDays} from '../../calendar.ts';
import type {Assumed} from '../assumptions/table.ts';
import type {Database} from '../store/database.ts';
import {csvRecord} from './csv-record.ts';
import type {FileArchive, FileSource} from './file-archive.ts';
import {getFirstFileDay, type PlannedFile, planFiles} from './file-plan.ts';
import {getFieldNames, type LogKind, listDays, readLastLines, readLines} from './log-lines.ts';
import {createZip} from './zip.ts';

/** The zipped CSV files of exceptions and custom events, made from the rows when they are requested. */

export type ListedFile = PlannedFile & {readonly plainBytes: number; readonly zippedBytes: number};

type LogSource = FileSource<LogKind>;

/** Lists the open file, then the daily and the monthly ones, each in ascending order. */
export type LogArchive = FileArchive<LogKind, ListedFile>;

export type ArchiveParts = {
	readonly database: Database;
	readonly assume: Assumed;
	/** Adds a monthly file of exceptions to a product, of about so many bytes of CSV. */
	readonly bulk?: {readonly product: number; readonly bytes: number} | undefined;
};

/** Days read by one query. */
const daysPerQuery = 10;

/** The header record: display names or keys. */
function csvHeader(fieldNames: ReadonlyMap<string, string>, assume: Assumed): string {
	const names = [...(assume['csv-header'] === 'keys' ? fieldNames.keys() : fieldNames.values())];
	return `${assume['csv-mark'] === 'bom' ? '\uFEFF' : ''}${csvRecord(names, assume)}`;
}

const bulkBlockBytes = 1 << 20;
const linesOfBulkBlock = 1000;

type BulkSource = {
	readonly product: number;
	/** Nothing later has happened yet, `YYYY-MM-DDThh:mm:ss`. */
	readonly until: string;
	/** Bytes of CSV, rounded up to whole blocks. */
	readonly bytes: number;
	readonly toRecord: (fields: readonly string[]) => string;
};

/** Exception records of a product, repeated until there are enough of them; only one block is held in memory. */
async function* repeatRecords(
	database: Database,
	{product, until, bytes, toRecord}: BulkSource,
): AsyncGenerator<string> {
	const range = {kind: 'exceptions', product, from: '1970-01-01', to: until.slice(0, 10), until} as const;
	const records = (await readLastLines(database, range, linesOfBulkBlock)).map(toRecord).join('');
	if (records === '') return;
	const block = records.repeat(Math.ceil(bulkBlockBytes / Buffer.byteLength(records)));
	for (let left = bytes; left > 0; left -= Buffer.byteLength(block)) yield block;
}

type Texts = AsyncIterable<string> | Iterable<string>;

export function createLogArchive({database, assume, bulk}: ArchiveParts): LogArchive {
	const toRecord = (fields: readonly string[]) => csvRecord(fields, assume);

	async function plan({kind, product, until}: LogSource): Promise<readonly PlannedFile[]> {
		const today = until.slice(0, 10);
		const from = getFirstFileDay(today, assume).monthly;
		const days = await listDays(database, {kind, product, from, to: today, until});
		const bulkBytes = kind === 'exceptions' && product === bulk?.product ? bulk.bytes : undefined;
		return planFiles({kind, product, today, days, assume, bulkBytes});
	}

	/** Lines as CSV records; the first field of each begins with its day. */
	async function* readRecords(source: LogSource, {from, to}: {from: string; to: string}) {
		for (let day = from; day <= to; day = addDays(day, daysPerQuery)) {
			const last = addDays(day, daysPerQuery - 1);
			const lines = await readLines(database, {...source, from: day, to: last < to ? last : to});
			yield lines.map(toRecord);
		}
	}

	async function* readTexts(source: LogSource, file: PlannedFile): AsyncGenerator<string> {
		if (file.bulkBytes === undefined) for await (const records of readRecords(source, file)) yield records.join('');
		else yield* repeatRecords(database, {...source, bytes: file.bulkBytes, toRecord});
	}

	async function* withHeader(kind: LogKind, texts: Texts): AsyncGenerator<string> {
		yield csvHeader(getFieldNames(kind, assume), assume);
		yield* texts;
	}

	const zip = ({fileName, to}: PlannedFile, texts: AsyncIterable<string>) =>
		createZip({name: fileName.replace(/\.zip$/, '.csv'), day: to}, texts);

	async function measure(kind: LogKind, file: PlannedFile, texts: Texts): Promise<ListedFile> {
		let plainBytes = 0;
		async function* counted() {
			for await (const text of withHeader(kind, texts)) {
				plainBytes += Buffer.byteLength(text);
				yield text;
			}
		}
		let zippedBytes = 0;
		for await (const piece of zip(file, counted())) zippedBytes += piece.length;
		return {...file, plainBytes, zippedBytes};
	}

	/** Measures the files that begin in one month; its lines are read once for all of them. */
	async function measureMonth(source: LogSource, files: readonly PlannedFile[]): Promise<readonly ListedFile[]> {
		const days = files.flatMap(file => [file.from, file.to]).sort();
		const records: string[] = [];
		for await (const some of readRecords(source, {from: days[0] ?? '', to: days.at(-1) ?? ''})) records.push(...some);
		return Promise.all(
			files.map(file => {
				const own = records.filter(record => record.slice(0, 10) >= file.from && record.slice(0, 10) <= file.to);
				return measure(source.kind, file, file.bulkBytes === undefined ? [own.join('')] : readTexts(source, file));
			}),
		);
	}

	async function measureAll(source: LogSource, files: readonly PlannedFile[]): Promise<readonly ListedFile[]> {
		const measured = new Map<string, ListedFile>();
		for (const month of new Set(files.map(({from}) => from.slice(0, 7)))) {
			const own = files.filter(({from}) => from.startsWith(month));
			for (const file of await measureMonth(source, own)) measured.set(file.fileName, file);
		}
		return files.map(({fileName}) => measured.get(fileName) as ListedFile);
	}

	/** Sizes of the daily and monthly files on the latest day, on which they do not change, by kind and product. */
	const finalised = new Map<string, {readonly day: string; readonly files: Promise<readonly ListedFile[]>}>();
	return {
		list: async source => {
			const [open, ...others] = await plan(source);
			if (!open) return [];
			const name = `${source.kind} ${source.product}`;
			const day = source.until.slice(0, 10);
			const known = finalised.get(name);
			const files = known?.day === day ? known.files : measureAll(source, others);
			finalised.set(name, {day, files});
			files.catch(() => finalised.delete(name));
			return [await measure(source.kind, open, readTexts(source, open)), ...(await files)];
		},
		has: async (source, fileName) => (await plan(source)).some(file => file.fileName === fileName),
		open: async (source, fileName) => {
			const file = (await plan(source)).find(item => item.fileName === fileName);
			return file && zip(file, withHeader(source.kind, readTexts(source, file)));
		},
	};
}
