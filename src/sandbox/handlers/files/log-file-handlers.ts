import type {exceptions} from '../../../contract/operations/log-files.ts';
import type {SandboxClock} from '../../clock.ts';
import type {ListedFile, LogArchive} from '../../files/log-archive.ts';
import {getFieldNames, type LogKind, readLastLines} from '../../files/log-lines.ts';
import type {Handlers} from '../../handler.ts';
import type {SandboxOptions} from '../../options/option-table.ts';
import {reject} from '../../rejection.ts';
import type {Addresses} from '../../state/addresses.ts';

export type LogFileParts = {
	readonly archive: LogArchive;
	readonly addresses: Addresses;
	readonly clock: SandboxClock;
	/** The root of one-time addresses, without a trailing slash. */
	readonly baseUrl: () => string;
};

const firstDay = '1970-01-01';

/** A larger lineCount is reduced to this. */
const maxLines = 1000;

/** Returns KB with three decimals. */
export const kilobytes = (bytes: number): number => Math.round((bytes / 1024) * 1000) / 1000;

const descriptors: Readonly<Record<ListedFile['form'], (file: ListedFile) => object>> = {
	open: file => ({
		fileName: file.fileName,
		uncompressedSizeKB: kilobytes(file.plainBytes),
		fileDate: file.from,
		isAvailable: true,
	}),
	daily: file => ({
		fileName: file.fileName,
		uncompressedSizeKB: kilobytes(file.plainBytes),
		compressedSizeKB: kilobytes(file.zippedBytes),
		fileDate: file.from,
	}),
	monthly: file => ({
		fileName: file.fileName,
		uncompressedSizeKB: kilobytes(file.plainBytes),
		compressedSizeKB: kilobytes(file.zippedBytes),
		fileStartDate: file.from,
		fileStopDate: file.to,
	}),
};
const listNames = {open: 'openDailyFiles', daily: 'dailyFiles', monthly: 'monthlyFiles'} as const;

function toLists(files: readonly ListedFile[], options: SandboxOptions): Readonly<Record<string, readonly object[]>> {
	const lists = Object.entries(listNames).map(([form, name]) => {
		const members = files.filter(file => file.form === form);
		return [name, members.map(file => descriptors[file.form](file))] as const;
	});
	return Object.fromEntries(lists.filter(([, list]) => list.length > 0 || options['empty-lists'] === 'present'));
}

export function createLogFileHandlers(kind: LogKind, parts: LogFileParts): Handlers<typeof exceptions> {
	const {archive, addresses, clock, baseUrl} = parts;
	return {
		lastLines: async ({lineCount}, {product}, {database, options}) => {
			const until = clock.timestamp();
			const range = {kind, product, from: firstDay, to: until.slice(0, 10), until};
			const lines = await readLastLines(database, range, Math.min(lineCount, maxLines));
			const fieldNames = getFieldNames(kind, options);
			const keys = [...fieldNames.keys()];
			const results = lines.map(line => Object.fromEntries(keys.map((key, index) => [key, line[index]])));
			return {
				fieldNames: Object.fromEntries(fieldNames),
				results: options['line-order'] === 'newest-first' ? results.toReversed() : results,
			};
		},
		listFiles: async (_input, {product}, {options}) =>
			toLists(await archive.list({kind, product, until: clock.timestamp()}), options),
		downloadUrl: async ({fileName}, {product}) => {
			if (!(await archive.has({kind, product, until: clock.timestamp()}, fileName)))
				reject(`there is no file ${fileName}`);
			return {downloadUrl: `${baseUrl()}/download/${addresses.issue({kind, product, fileName})}`};
		},
	};
}
