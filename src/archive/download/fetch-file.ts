import {rm} from 'node:fs/promises';
import {join} from 'node:path';
import {CliError} from '../../errors.ts';
import {toDiskError} from '../../files/disk-error.ts';
import {openRegular} from '../../files/file-bytes.ts';
import {makeFolders} from '../../files/platform.ts';
import type {Client, Clock, HttpResponse} from '../../ports.ts';
import {validateFileName} from '../file-name.ts';
import {checkArchive} from '../zip/check-archive.ts';
import type {ZipEntry} from '../zip/zip-entry.ts';
import type {ZipLimits} from '../zip/zip-limits.ts';
import {isDamagedArchive} from '../zip-rejection.ts';
import {type FileSource, fileSources, type LogFile} from './log-file.ts';
import {receiveBody, validateDownloadResponse} from './receive-body.ts';

export type FetchPorts = {
	readonly client: Client;
	readonly kind: FileSource;
	readonly clock: Clock;
	readonly signal: AbortSignal;
	/** Attempts after the first one, each with a new address. */
	readonly retries: number;
	/** The longest time without a received byte. */
	readonly timeoutMs: number;
	/** A negative number takes back the bytes of a failed attempt. */
	readonly advance: (bytes: number) => void;
};

export type FetchJob = {
	readonly file: LogFile;
	readonly limits: ZipLimits;
	readonly unpack: boolean;
	readonly work: string;
};

export type FetchedFile = {
	/** Path of the zip; undefined if it is already in place. */
	readonly archive: string | undefined;
	readonly size: number;
	readonly sha256: string;
	readonly entries: readonly ZipEntry[];
	readonly content: string | undefined;
};

const firstDelayMs = 500;

/** Compressed data can be slightly larger than the content; the zip directory comes on top. */
const getMaxBytes = ({bytes}: ZipLimits) => Math.ceil(bytes * 1.01) + 2 ** 20;

async function saveAndCheck(
	response: HttpResponse,
	{file, limits, unpack, work}: FetchJob,
	advance: (bytes: number) => void,
): Promise<FetchedFile> {
	const folder = join(work, file.name);
	const content = unpack ? join(folder, 'content') : undefined;
	await makeFolders(content ?? folder);
	const archive = join(folder, `${file.name}.part`);
	const part = await openRegular(archive, 'wx+');
	try {
		const received = await receiveBody(response, part, {maxBytes: getMaxBytes(limits), advance});
		await part.sync();
		const entries = await checkArchive(part, limits, content);
		return {archive, ...received, entries, content};
	} finally {
		await part.close();
	}
}

function createStallTimeout(timeoutMs: number) {
	const controller = new AbortController();
	const fail = () =>
		controller.abort(
			new CliError('network', `the download host sent nothing for ${timeoutMs / 1000} s`, {
				hint: 'try again later, or raise --timeout',
				code: 'timeout',
				retryable: true,
			}),
		);
	const timer = setTimeout(fail, timeoutMs);
	return {signal: controller.signal, refresh: () => void timer.refresh(), end: () => clearTimeout(timer)};
}

const isWorthRetrying = (error: unknown) =>
	isDamagedArchive(error) || (error instanceof CliError && error.kind === 'network');

async function attemptFetch(address: string, job: FetchJob, ports: FetchPorts): Promise<FetchedFile> {
	const stall = createStallTimeout(ports.timeoutMs);
	let arrived = 0;
	const advance = (bytes: number) => {
		stall.refresh();
		arrived += bytes;
		ports.advance(bytes);
	};
	try {
		const response = await ports.client.download(address, AbortSignal.any([ports.signal, stall.signal]));
		try {
			validateDownloadResponse(response);
			return await saveAndCheck(response, job, advance);
		} finally {
			response.body.destroy();
		}
	} catch (error) {
		ports.advance(-arrived);
		await rm(join(job.work, job.file.name), {recursive: true, force: true});
		throw toDiskError(error, 'write', job.work);
	} finally {
		stall.end();
	}
}

/**
 * Fetches one file into the private folder, and checks size and CRC-32 of every entry. Each attempt starts from the
 * beginning with a new address, so that two versions of a file are never mixed (test/faults.md D15, D17). Throws
 * CliError: `network`, `damaged`, `disk`, and the errors of the client.
 */
export async function fetchFile(job: FetchJob, ports: FetchPorts): Promise<FetchedFile> {
	const {client, kind, clock, signal, retries} = ports;
	validateFileName(job.file.name);
	for (let tried = 0; ; tried++) {
		const {downloadUrl} = await client.call(fileSources[kind].downloadUrl, {fileName: job.file.name}, {signal});
		try {
			return await attemptFetch(downloadUrl, job, ports);
		} catch (error) {
			if (tried >= retries || !isWorthRetrying(error)) throw error;
			await clock.sleep(firstDelayMs * 2 ** tried * (0.5 + Math.random() / 2), signal);
		}
	}
}
