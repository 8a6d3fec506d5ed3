import {z} from 'zod';
import {once} from '../once.ts';
import {rows} from '../value-schemas.ts';
import {defineEndpoint} from './endpoint.ts';

const file = once(() => ({fileName: z.string(), uncompressedSizeKB: z.number()}));
const zipped = once(() => ({...file(), compressedSizeKB: z.number()}));
const openFile = once(() => z.object({...file(), fileDate: z.string(), isAvailable: z.boolean()}));
const dailyFile = once(() => z.object({...zipped(), fileDate: z.string()}));
const monthlyFile = once(() => z.object({...zipped(), fileStartDate: z.string(), fileStopDate: z.string()}));

/** Values are documented as strings; the keys are those of `fieldNames` (docs/service.md#last-lines). */
const line = once(() => z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).nullable()));

const logFiles = <Root extends string>(root: Root, what: string) =>
	({
		lastLines: defineEndpoint({
			path: `/${root}/getLastLines`,
			summary: `Show the latest ${what}s`,
			source: 'docs/service.md#last-lines',
			request: () => z.strictObject({lineCount: z.int().min(1)}),
			response: () => z.object({fieldNames: z.record(z.string(), z.string()), results: rows(line())}),
		}),
		listFiles: defineEndpoint({
			path: `/${root}/listFiles`,
			hasNames: true,
			summary: `List the zipped CSV files of ${what}s`,
			source: 'docs/service.md#list-files',
			request: () => z.strictObject({}),
			response: () =>
				z
					.object({
						openDailyFiles: z.array(openFile()).optional(),
						dailyFiles: z.array(dailyFile()).optional(),
						monthlyFiles: z.array(monthlyFile()).optional(),
					})
					.refine(
						lists => lists.openDailyFiles ?? lists.dailyFiles ?? lists.monthlyFiles,
						'a list of files is missing',
					),
		}),
		downloadUrl: defineEndpoint({
			path: `/${root}/getDownloadUrl`,
			summary: `Get a one-time download URL for a file of ${what}s`,
			source: 'docs/service.md#download-url',
			request: () => z.strictObject({fileName: z.string().min(1)}),
			response: () => z.object({downloadUrl: z.string().min(1)}),
		}),
	}) as const;

const rawFile = once(() => z.object({fileName: z.string(), fileDate: z.string(), compressedSizeKB: z.number()}));

export const rawEvents = {
	listFiles: defineEndpoint({
		path: '/rawEvents/download/listFiles',
		hasNames: true,
		summary: 'List the zipped files of raw events, newest first (newer servers)',
		source: 'docs/service.md#newer-raw-events',
		request: () => z.strictObject({}),
		response: () => z.object({fileList: z.array(rawFile())}),
	}),
	downloadUrl: defineEndpoint({
		path: '/rawEvents/download/getDownloadUrl',
		summary: 'Get a one-time download URL for a file of raw events (newer servers)',
		source: 'docs/service.md#newer-raw-events',
		request: () => z.strictObject({fileName: z.string().min(1)}),
		response: () => z.object({downloadUrl: z.string().min(1)}),
	}),
} as const;

export const exceptions = logFiles('exceptionTracking', 'crash report');
export const customEvents = logFiles('customEventTracking', 'event record');
