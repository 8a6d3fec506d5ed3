import type {Output} from '../../contract/operations/endpoint.ts';
import type {FileSource, fileSources} from './log-kinds.ts';

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

const toRawLogFiles = ({fileList}: Extract<Listing, {fileList: unknown}>): readonly LogFile[] =>
	fileList.map(({fileName, fileDate, compressedSizeKB}) => ({
		kind: 'daily',
		name: fileName,
		from: fileDate,
		to: fileDate,
		uncompressedKB: compressedSizeKB * maxCompressionRatio,
		compressedKB: compressedSizeKB,
		available: true,
	}));

export const getLogFiles = (listing: Listing): readonly LogFile[] =>
	'fileList' in listing ? toRawLogFiles(listing) : toLogFiles(listing);

const toLogFiles = ({
	monthlyFiles = [],
	dailyFiles = [],
	openDailyFiles = [],
}: Exclude<Listing, {fileList: unknown}>): readonly LogFile[] => [
	...monthlyFiles.map(
		({fileName, fileStartDate, fileStopDate, uncompressedSizeKB, compressedSizeKB}): LogFile => ({
			kind: 'monthly',
			name: fileName,
			from: fileStartDate,
			to: fileStopDate,
			uncompressedKB: uncompressedSizeKB,
			compressedKB: compressedSizeKB,
			available: true,
		}),
	),
	...dailyFiles.map(
		({fileName, fileDate, uncompressedSizeKB, compressedSizeKB}): LogFile => ({
			kind: 'daily',
			name: fileName,
			from: fileDate,
			to: fileDate,
			uncompressedKB: uncompressedSizeKB,
			compressedKB: compressedSizeKB,
			available: true,
		}),
	),
	...openDailyFiles.map(
		({fileName, fileDate, uncompressedSizeKB, isAvailable}): LogFile => ({
			kind: 'open',
			name: fileName,
			from: fileDate,
			to: fileDate,
			uncompressedKB: uncompressedSizeKB,
			compressedKB: null,
			available: isAvailable,
		}),
	),
];
