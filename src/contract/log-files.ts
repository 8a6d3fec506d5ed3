import {z} from 'zod';
import {defineEndpoint} from './endpoint.ts';
import {once} from './once.ts';

/** Previews and files of exceptions and custom events (service-api.md, "Preview line", getLastLines, listFiles, getDownloadUrl; wire-facts 1.12 to 1.14). */

const size = once(() => z.number());
const openFile = once(() =>
	z.object({
		fileName: z.string(),
		uncompressedSizeKB: size(),
		fileDate: z.string(),
		isAvailable: z.boolean(),
	}),
);
const dailyFile = once(() =>
	z.object({
		fileName: z.string(),
		uncompressedSizeKB: size(),
		compressedSizeKB: size(),
		fileDate: z.string(),
	}),
);
const monthlyFile = once(() =>
	z.object({
		fileName: z.string(),
		uncompressedSizeKB: size(),
		compressedSizeKB: size(),
		fileStartDate: z.string(),
		fileStopDate: z.string(),
	}),
);

/** Values are strings; the key set is open and follows `fieldNames` (wire-facts part 6, 12). */
const line = once(() => z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).nullable()));

const logFiles = <Root extends string>(root: Root, what: string) =>
	({
		lastLines: defineEndpoint({
			path: `/${root}/getLastLines`,
			scope: 'product',
			get: true,
			summary: `Preview the latest ${what} lines.`,
			source: 'service-api.md, POST /…/getLastLines; wire-facts 1.12',
			request: () => z.strictObject({lineCount: z.int().min(1)}),
			response: () => z.object({fieldNames: z.record(z.string(), z.string()), results: z.array(line())}),
			reading: 'records',
		}),
		listFiles: defineEndpoint({
			path: `/${root}/listFiles`,
			scope: 'product',
			get: true,
			summary: `List the zipped CSV files of ${what}s.`,
			source: 'service-api.md, POST /…/listFiles; wire-facts 1.13',
			request: () => z.strictObject({}),
			response: () =>
				z.object({
					openDailyFiles: z.array(openFile()).default([]),
					dailyFiles: z.array(dailyFile()).default([]),
					monthlyFiles: z.array(monthlyFile()).default([]),
				}),
			reading: 'records',
		}),
		downloadUrl: defineEndpoint({
			path: `/${root}/getDownloadUrl`,
			scope: 'product',
			get: true,
			summary: `Get a one-time address of a file of ${what}s.`,
			source: 'service-api.md, POST /…/getDownloadUrl; wire-facts 1.14',
			request: () => z.strictObject({fileName: z.string().min(1)}),
			response: () => z.object({downloadUrl: z.string().min(1)}),
			reading: 'records',
		}),
	}) as const;

export const exceptions = logFiles('exceptionTracking', 'exception');
export const customEvents = logFiles('customEventTracking', 'custom event');
