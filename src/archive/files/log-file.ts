import type {Output} from '../../contract/operations/endpoint.ts';
import type {FileSource, fileSources} from './log-kinds.ts';

export const fileKinds = ['monthly', 'daily', 'open'] as const;
export type FileKind = (typeof fileKinds)[number];

/** A file that can be downloaded (docs/service.md#list-files). */
export type LogFile = {
	readonly kind: FileKind;
	readonly name: string;
	/** First and last day of its lines; the same for daily files. */
	readonly from: string;
	readonly to: string;
	/** As listed; whether a KB is 1000 or 1024 bytes is unknown. Of raw events the most that is expected. */
	readonly uncompressedKB: number;
	/** Null for an open file. */
	readonly compressedKB: number | null;
	/** False while the service is processing an open file. */
	readonly available: boolean;
};

type Listing = Output<(typeof fileSources)[FileSource]['listFiles']>;

/** The listing of raw events has packed sizes only; text is hardly ever packed to less than a hundredth. */
const mostUnpacked = 100;

const getRawFiles = ({fileList}: Extract<Listing, {fileList: unknown}>): readonly LogFile[] =>
	fileList.map(({fileName, fileDate, compressedSizeKB}) => ({
		kind: 'daily',
		name: fileName,
		from: fileDate,
		to: fileDate,
		uncompressedKB: compressedSizeKB * mostUnpacked,
		compressedKB: compressedSizeKB,
		available: true,
	}));

/** Returns the lists of an answer as one: months, days, the open day. */
export const getLogFiles = (listing: Listing): readonly LogFile[] =>
	'fileList' in listing ? getRawFiles(listing) : getKindFiles(listing);

const getKindFiles = ({
	monthlyFiles,
	dailyFiles,
	openDailyFiles,
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
