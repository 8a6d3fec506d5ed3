import type {SandboxOptions} from '../options/option-table.ts';
import type {Database} from '../store/database.ts';
import {getFirstFileDay, type PlannedFile, planFiles} from './file-plan.ts';
import {measureFile, readRecords, readTexts, withHeader, zipTexts} from './log-content.ts';
import {type LogSource, listDays} from './log-lines.ts';

export type ListedFile = PlannedFile & {readonly plainBytes: number; readonly zippedBytes: number};

export type LogArchiveParts = {
	readonly database: Database;
	readonly options: SandboxOptions;
	/** Adds a monthly crash file of about this many bytes to a product. */
	readonly bulk?: {readonly product: number; readonly bytes: number} | undefined;
};

async function plan({kind, product, until}: LogSource, {database, options, bulk}: LogArchiveParts) {
	const today = until.slice(0, 10);
	const from = getFirstFileDay(today, options).monthly;
	const days = await listDays(database, {kind, product, from, to: today, until});
	const bulkBytes = kind === 'exceptions' && product === bulk?.product ? bulk.bytes : undefined;
	return planFiles({kind, product, today, days, options, bulkBytes});
}

async function measure(source: LogSource, file: PlannedFile, parts: LogArchiveParts): Promise<ListedFile> {
	const texts = withHeader(source.kind, readTexts(source, file, parts), parts.options);
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
			if (file.bulkBytes !== undefined) return measure(source, file, parts);
			const own = records.filter(record => record.slice(0, 10) >= file.from && record.slice(0, 10) <= file.to);
			return {...file, ...(await measureFile(file, withHeader(source.kind, [own.join('')], parts.options)))};
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
			return file && (() => zipTexts(file, withHeader(source.kind, readTexts(source, file, parts), parts.options)));
		},
	};
}
