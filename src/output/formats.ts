import type {CreateRenderer} from './renderer.ts';

export const formats = ['table', 'json', 'ndjson', 'csv', 'tsv', 'md'] as const;
export type Format = (typeof formats)[number];

/** One renderer for each format, loaded when it is asked for. */
export const loadRenderer: Readonly<Record<Format, () => Promise<CreateRenderer>>> = {
	table: async () => (await import('./table.ts')).createTable,
	json: async () => (await import('./json.ts')).createJson,
	ndjson: async () => (await import('./json.ts')).createNdjson,
	csv: async () => (await import('./csv.ts')).createCsv,
	tsv: async () => (await import('./csv.ts')).createTsv,
	md: async () => (await import('./markdown.ts')).createMarkdown,
};
