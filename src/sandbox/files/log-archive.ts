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

export function createLogArchive(database: Database, assume: Assumed): LogArchive {
	const finalised = new Map<string, Promise<readonly ListedFile[]>>();

	const countDays = (source: LogSource): Promise<DayCounts> => {
		const to = source.until.slice(0, 10);
		return countLines(database, {...source, from: getFirstFileDay(to, assume).monthly, to});
	};
	const plan = ({kind, product, until}: LogSource, counts: DayCounts) =>
		planFiles({kind, product, today: until.slice(0, 10), days: [...counts.keys()], assume});

	const find = async (source: LogSource, fileName: string) => {
		const counts = await countDays(source);
		return {counts, file: plan(source, counts).find(item => item.fileName === fileName)};
	};

	/** The records of each day that has lines, as CSV without header. */
	async function* dayTexts(
		source: LogSource,
		counts: DayCounts,
		days: Days,
	): AsyncGenerator<readonly [string, string]> {
		for (const run of getRuns(counts, days)) {
			const lines = await readLines(database, {...source, ...run});
			yield* groupByDay(lines, line => csvRecord(line, assume));
		}
	}
	async function* textsOf(source: LogSource, counts: DayCounts, file: PlannedFile) {
		for await (const [, text] of dayTexts(source, counts, file)) yield text;
	}

	/** The file, of these records. */
	async function* zip(kind: LogKind, file: PlannedFile, texts: AsyncIterable<string> | Iterable<string>) {
		async function* content() {
			yield csvHeader(getFieldNames(kind, assume), assume);
			yield* texts;
		}
		yield* zipStream({name: file.fileName.replace(/\.zip$/, '.csv'), day: file.to}, content());
	}

	const measure = async (kind: LogKind, file: PlannedFile, texts: AsyncIterable<string> | Iterable<string>) => {
		let plainBytes = Buffer.byteLength(csvHeader(getFieldNames(kind, assume), assume));
		async function* counted() {
			for await (const text of texts) {
				plainBytes += Buffer.byteLength(text);
				yield text;
			}
		}
		let zippedBytes = 0;
		for await (const piece of zip(kind, file, counted())) zippedBytes += piece.length;
		return {...file, plainBytes, zippedBytes};
	};

	/** Measures the files that do not change any more; the daily ones in as few queries as may be. */
	const measureFinalised = async (source: LogSource, counts: DayCounts): Promise<readonly ListedFile[]> => {
		const files = plan(source, counts);
		const daily = new Map(files.filter(file => file.form === 'daily').map(file => [file.from, file]));
		const measured: ListedFile[] = [];
		const days = {from: [...daily.keys()][0] ?? '9', to: [...daily.keys()].at(-1) ?? '0'};
		for await (const [day, text] of dayTexts(source, counts, days)) {
			const file = daily.get(day);
			if (file) measured.push(await measure(source.kind, file, [text]));
		}
		for (const file of files.filter(({form}) => form === 'monthly'))
			measured.push(await measure(source.kind, file, textsOf(source, counts, file)));
		return measured;
	};

	return {
		list: async source => {
			const counts = await countDays(source);
			const open = plan(source, counts).find(file => file.form === 'open');
			if (!open) return [];
			const name = `${source.kind} ${source.product} ${source.until.slice(0, 10)}`;
			const known = finalised.get(name) ?? measureFinalised(source, counts);
			finalised.set(name, known);
			return [await measure(source.kind, open, textsOf(source, counts, open)), ...(await known)];
		},
		has: async (source, fileName) => (await find(source, fileName)).file !== undefined,
		open: async (source, fileName) => {
			const {counts, file} = await find(source, fileName);
			return file && zip(source.kind, file, textsOf(source, counts, file));
		},
	};
}
