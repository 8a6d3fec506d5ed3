import type {Output} from '../../contract/operations/endpoint.ts';
import {endpoints} from '../../contract/operations/endpoints.ts';

/** Raw events can be downloaded but not read: their format is unknown (docs/service.md#newer-raw-events). */
export const fileSources = {
	exceptions: endpoints.exceptions,
	events: endpoints.customEvents,
	'events raw': endpoints.rawEvents,
} as const;
export type FileSource = keyof typeof fileSources;

export const fileKinds = ['monthly', 'daily', 'open'] as const;
export type FileKind = (typeof fileKinds)[number];

/** A downloadable file (docs/service.md#list-files). */
export type LogFile = {
	readonly kind: FileKind;
	readonly name: string;
	readonly from: string;
	readonly to: string;
	/** As listed; it is unknown whether a KB is 1000 or 1024 bytes. For raw events, an upper bound. */
	readonly uncompressedKB: number;
	/** Null for an open file. */
	readonly compressedKB: number | null;
	/** False while the service processes an open file. */
	readonly available: boolean;
};

type Listing = Output<(typeof fileSources)[FileSource]['listFiles']>;

/** Raw events are listed with packed sizes only; text hardly ever compresses better than this. */
const maxCompressionRatio = 100;

type ListedFile = {
	readonly fileName: string;
	readonly fileDate?: string;
	readonly fileStartDate?: string;
	readonly fileStopDate?: string;
	readonly uncompressedSizeKB: number;
	readonly compressedSizeKB?: number;
	readonly isAvailable?: boolean;
};

const createLogFile =
	(kind: FileKind) =>
	({fileName, fileDate = '', fileStartDate = fileDate, fileStopDate = fileDate, ...file}: ListedFile): LogFile => ({
		kind,
		name: fileName,
		from: fileStartDate,
		to: fileStopDate,
		uncompressedKB: file.uncompressedSizeKB,
		compressedKB: file.compressedSizeKB ?? null,
		available: file.isAvailable ?? true,
	});

export function getLogFiles(listing: Listing): readonly LogFile[] {
	if ('fileList' in listing)
		return listing.fileList
			.map(file => ({...file, uncompressedSizeKB: file.compressedSizeKB * maxCompressionRatio}))
			.map(createLogFile('daily'));
	const {monthlyFiles = [], dailyFiles = [], openDailyFiles = []} = listing;
	return [
		...monthlyFiles.map(createLogFile('monthly')),
		...dailyFiles.map(createLogFile('daily')),
		...openDailyFiles.map(createLogFile('open')),
	];
}
