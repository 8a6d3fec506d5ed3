import type {endpoints} from '../../contract/operations/endpoints.ts';
import type {FileArchive, FileSource} from '../files/file-archive.ts';
import type {ListedFile} from '../files/log-archive.ts';
import {getFieldNames, type LogKind, readLastLines} from '../files/log-lines.ts';
import type {Caller, Handlers, Service} from '../handler.ts';
import type {SandboxOptions} from '../options/option-table.ts';
import {reject, rejectPermission} from '../rejection.ts';
import type {Addresses} from '../state/addresses.ts';

export type FileParts = {
	readonly archive: FileArchive;
	readonly addresses: Addresses;
	/** The root of one-time addresses, without a trailing slash. */
	readonly baseUrl: () => string;
};

/** A larger lineCount is reduced to this. */
const maxLines = 1000;

/** Returns KB with three decimals. */
const kilobytes = (bytes: number): number => Math.round((bytes / 1024) * 1000) / 1000;

function toDescriptor({fileName, form, from, to, plainBytes, zippedBytes}: ListedFile): object {
	const sizes = {fileName, uncompressedSizeKB: kilobytes(plainBytes)};
	if (form === 'open') return {...sizes, fileDate: from, isAvailable: true};
	const compressed = {...sizes, compressedSizeKB: kilobytes(zippedBytes)};
	return form === 'daily' ? {...compressed, fileDate: from} : {...compressed, fileStartDate: from, fileStopDate: to};
}

const listNames = {open: 'openDailyFiles', daily: 'dailyFiles', monthly: 'monthlyFiles'} as const;

function toLists(files: readonly ListedFile[], options: SandboxOptions): Readonly<Record<string, readonly object[]>> {
	const lists = Object.entries(listNames).map(
		([form, name]) => [name, files.filter(file => file.form === form).map(toDescriptor)] as const,
	);
	return Object.fromEntries(lists.filter(([, list]) => list.length > 0 || options['empty-lists'] === 'present'));
}

/** Throws a Rejection for an unknown name. */
async function createAddress(
	fileName: string,
	{kind, product, until}: FileSource,
	{archive, addresses, baseUrl}: FileParts,
) {
	if (!(await archive.find({kind, product, until}, fileName))) reject(`there is no file ${fileName}`);
	return {downloadUrl: `${baseUrl()}/download/${addresses.issue({kind, product, fileName})}`};
}

const createLogHandlers = (kind: LogKind, parts: FileParts): Handlers<typeof endpoints.exceptions> => ({
	lastLines: async ({lineCount}, {product}, {database, now, options}) => {
		const lines = await readLastLines(database, {kind, product, until: now}, Math.min(lineCount, maxLines));
		const fieldNames = getFieldNames(kind, options);
		const keys = [...fieldNames.keys()];
		const results = lines.map(line => Object.fromEntries(keys.map((key, index) => [key, line[index]])));
		return {
			fieldNames: Object.fromEntries(fieldNames),
			results: options['line-order'] === 'newest-first' ? results.toReversed() : results,
		};
	},
	listFiles: async (_input, {product}, {now, options}) =>
		toLists(await parts.archive.logs.list({kind, product, until: now}), options),
	downloadUrl: ({fileName}, {product}, {now}) => createAddress(fileName, {kind, product, until: now}, parts),
});

function validateAddition({user}: Caller, {options}: Service): void {
	if (options['raw-events'] === 'not-included')
		rejectPermission(`the plan of ${user} does not include raw events`, options);
}

const createRawEventHandlers = (parts: FileParts): Handlers<typeof endpoints.rawEvents> => ({
	listFiles: async (_input, caller, service) => {
		validateAddition(caller, service);
		const files = await parts.archive.rawEvents.list({product: caller.product, until: service.now});
		return {
			fileList: files.map(({fileName, day, zippedBytes}) => ({
				fileName,
				fileDate: day,
				compressedSizeKB: kilobytes(zippedBytes),
			})),
		};
	},
	downloadUrl: async ({fileName}, caller, service) => {
		validateAddition(caller, service);
		return createAddress(fileName, {kind: 'rawEvents', product: caller.product, until: service.now}, parts);
	},
});

export const createFileHandlers = (parts: FileParts) => ({
	exceptions: createLogHandlers('exceptions', parts),
	customEvents: createLogHandlers('customEvents', parts),
	rawEvents: createRawEventHandlers(parts),
});
