import type {Dataset} from './dataset.ts';
import type {CreateRenderer} from './renderer.ts';

/** Formats for the rows of a few commands, which declare them. */
const specialFormats = ['junit', 'openmetrics', 'dashboard'] as const;
export type SpecialFormat = (typeof specialFormats)[number];
export const isSpecial = (format: Format | FileFormat): format is SpecialFormat =>
	specialFormats.some(each => each === format);

export const formats = ['table', 'json', 'ndjson', 'csv', 'tsv', 'md', ...specialFormats] as const;
export type Format = (typeof formats)[number];

/** Binary formats, written only to files. */
export const fileFormats = ['xlsx', 'parquet'] as const;
export type FileFormat = (typeof fileFormats)[number];
export const isFileFormat = (format: Format | FileFormat): format is FileFormat =>
	fileFormats.some(each => each === format);

type FileContent = {
	readonly chunks: AsyncIterable<Uint8Array>;
	/** Returns notes about what was changed for the format. Call it after the last chunk. */
	readonly notes?: () => readonly string[];
};
export type ToFile = (data: Dataset, options: {readonly header: boolean}) => FileContent;

export const isForPeople = (format: Format | FileFormat): format is 'table' | 'md' =>
	format === 'table' || format === 'md';

const endings: ReadonlyMap<string, Format | FileFormat> = new Map([
	...[...formats, ...fileFormats].map(format => [format, format] as const),
	['txt', 'table'],
	['tab', 'tsv'],
	['jsonl', 'ndjson'],
	['markdown', 'md'],
	['prom', 'openmetrics'],
]);

/** Returns the extension in lower case, `csv`; empty if there is none. */
export const endingOf = (path: string): string => /[^/\\]\.([a-z\d]+)$/i.exec(path)?.[1]?.toLowerCase() ?? '';

export const getFormatOf = (path: string): Format | FileFormat | undefined => endings.get(endingOf(path));

export const loadRenderer: Readonly<Record<Format, () => Promise<CreateRenderer>>> = {
	table: async () => (await import('./formats/table-format.ts')).createTable,
	json: async () => (await import('./formats/json-format.ts')).createJson,
	ndjson: async () => (await import('./formats/json-format.ts')).createNdjson,
	csv: async () => (await import('./formats/csv-format.ts')).createCsv,
	tsv: async () => (await import('./formats/csv-format.ts')).createTsv,
	md: async () => (await import('./formats/markdown-format.ts')).createMarkdown,
	dashboard: async () => (await import('./formats/dashboard-format.ts')).createDashboard,
	openmetrics: async () => (await import('./formats/openmetrics-format.ts')).createOpenmetrics,
	junit: async () => (await import('./formats/junit-format.ts')).createJunit,
};
