import {once} from 'node:events';
import {PassThrough} from 'node:stream';
import type {Assumed} from '../assumptions/table.ts';
import type {Database} from '../store/database.ts';
import {csvHeader, csvRecord} from './csv.ts';
import {getFirstFileDay, type PlannedFile, planFiles} from './file-plan.ts';
import {countLines, getFieldNames, type LogKind, type LogLine, readLines} from './log-lines.ts';
import {zipStream} from './zip-stream.ts';

/** The zipped CSV files of exceptions and custom events, made from the rows when they are asked for. */

export type ListedFile = PlannedFile & {readonly plainBytes: number; readonly zippedBytes: number};

export type LogSource = {
	readonly kind: LogKind;
	readonly product: number;
	/** Nothing later has happened yet, `YYYY-MM-DDThh:mm:ss`. */
	readonly until: string;
};

export type LogArchive = {
	/** The open file, the daily ones and the monthly ones, each by rising date. */
	readonly list: (source: LogSource) => Promise<readonly ListedFile[]>;
	readonly has: (source: LogSource, fileName: string) => Promise<boolean>;
	/** The bytes of a file as they are made, or undefined when there is none of that name. */
	readonly open: (source: LogSource, fileName: string) => Promise<AsyncIterable<Uint8Array> | undefined>;
};

/** Lines of each day that has any. */
type DayCounts = ReadonlyMap<string, number>;
type Days = {readonly from: string; readonly to: string};

/** Lines read at once: few queries, and never a month in memory. */
const linesPerQuery = 20_000;

/** Neighbouring days in runs whose lines one query may give. */
function getRuns(counts: DayCounts, {from, to}: Days): readonly Days[] {
	const runs: {from: string; to: string}[] = [];
	let lines = Number.POSITIVE_INFINITY;
	for (const [day, count] of counts) {
		if (day < from || day > to) continue;
		const last = runs.at(-1);
		if (last && lines + count <= linesPerQuery) last.to = day;
		else runs.push({from: day, to: day});
		lines = last && lines + count <= linesPerQuery ? lines + count : count;
	}
	return runs;
}

/** Lines put together by the day of their first field, the timestamp. */
function groupByDay(lines: readonly LogLine[], write: (line: LogLine) => string): ReadonlyMap<string, string> {
	const days = new Map<string, string[]>();
	for (const line of lines) {
		const day = line[0]?.slice(0, 10) ?? '';
		const records = days.get(day);
		if (records) records.push(write(line));
		else days.set(day, [write(line)]);
	}
	return new Map(Array.from(days, ([day, records]) => [day, records.join('')]));
}

/** Turns texts that are handed in one after another into the texts of `use`. */
function createMeter(use: (texts: AsyncIterable<string>) => Promise<ListedFile>) {
	const texts = new PassThrough({objectMode: true});
	const result = use(texts);
	return {
		add: async (text: string) => {
			if (!texts.write(text)) await once(texts, 'drain');
		},
		end: () => {
			texts.end();
			return result;
		},
	};
}

/** Where files are made from, and how they are written. */
type Press = {readonly database: Database; readonly assume: Assumed};
type Texts = AsyncIterable<string> | Iterable<string>;

const countDays = ({database, assume}: Press, source: LogSource): Promise<DayCounts> => {
	const to = source.until.slice(0, 10);
	return countLines(database, {...source, from: getFirstFileDay(to, assume).monthly, to});
};
const plan = ({assume}: Press, {kind, product, until}: LogSource, counts: DayCounts) =>
	planFiles({kind, product, today: until.slice(0, 10), days: [...counts.keys()], assume});

type Extract = {readonly source: LogSource; readonly counts: DayCounts; readonly days: Days};

/** The records of each day that has lines, as CSV without header. */
async function* dayTexts({database, assume}: Press, {source, counts, days}: Extract) {
	for (const run of getRuns(counts, days)) {
		const lines = await readLines(database, {...source, ...run});
		yield* groupByDay(lines, line => csvRecord(line, assume));
	}
}
async function* textsOf(press: Press, extract: Extract): AsyncGenerator<string> {
	for await (const [, text] of dayTexts(press, extract)) yield text;
}

/** The file, of these records. */
async function* zip({assume}: Press, {kind, file, texts}: {kind: LogKind; file: PlannedFile; texts: Texts}) {
	async function* content() {
		yield csvHeader(getFieldNames(kind, assume), assume);
		yield* texts;
	}
	yield* zipStream({name: file.fileName.replace(/\.zip$/, '.csv'), day: file.to}, content());
}

async function measure(press: Press, parts: {kind: LogKind; file: PlannedFile; texts: Texts}): Promise<ListedFile> {
	const {kind, file, texts} = parts;
	let plainBytes = Buffer.byteLength(csvHeader(getFieldNames(kind, press.assume), press.assume));
	async function* counted() {
		for await (const text of texts) {
			plainBytes += Buffer.byteLength(text);
			yield text;
		}
	}
	let zippedBytes = 0;
	for await (const piece of zip(press, {kind, file, texts: counted()})) zippedBytes += piece.length;
	return {...file, plainBytes, zippedBytes};
}

/** First and last day that any of the files covers. */
const getSpan = (files: readonly PlannedFile[]): Days => ({
	from: files.map(file => file.from).sort()[0] ?? '9',
	to:
		files
			.map(file => file.to)
			.sort()
			.at(-1) ?? '0',
});

/** Measures the files that do not change any more, the daily and the monthly ones in one reading of their days. */
async function measureFinalised(press: Press, source: LogSource, counts: DayCounts): Promise<readonly ListedFile[]> {
	const {kind} = source;
	const files = plan(press, source, counts).filter(file => file.form !== 'open');
	const daily = new Map(files.filter(file => file.form === 'daily').map(file => [file.from, file]));
	const meters = files
		.filter(file => file.form === 'monthly')
		.map(file => ({file, ...createMeter(texts => measure(press, {kind, file, texts}))}));
	const measured: ListedFile[] = [];
	for await (const [day, text] of dayTexts(press, {source, counts, days: getSpan(files)})) {
		const file = daily.get(day);
		if (file) measured.push(await measure(press, {kind, file, texts: [text]}));
		const month = meters.find(meter => day >= meter.file.from && day <= meter.file.to);
		await month?.add(text);
	}
	return [...measured, ...(await Promise.all(meters.map(meter => meter.end())))];
}

export function createLogArchive(database: Database, assume: Assumed): LogArchive {
	const press = {database, assume};
	const finalised = new Map<string, Promise<readonly ListedFile[]>>();
	const find = async (source: LogSource, fileName: string) => {
		const counts = await countDays(press, source);
		return {counts, file: plan(press, source, counts).find(item => item.fileName === fileName)};
	};

	return {
		list: async source => {
			const {kind} = source;
			const counts = await countDays(press, source);
			const file = plan(press, source, counts).find(item => item.form === 'open');
			if (!file) return [];
			const name = `${kind} ${source.product} ${source.until.slice(0, 10)}`;
			const known = finalised.get(name) ?? measureFinalised(press, source, counts);
			finalised.set(name, known);
			known.catch(() => finalised.delete(name));
			const open = await measure(press, {kind, file, texts: textsOf(press, {source, counts, days: file})});
			return [open, ...(await known)];
		},
		has: async (source, fileName) => (await find(source, fileName)).file !== undefined,
		open: async (source, fileName) => {
			const {counts, file} = await find(source, fileName);
			const texts = file && textsOf(press, {source, counts, days: file});
			return texts && zip(press, {kind: source.kind, file, texts});
		},
	};
}
