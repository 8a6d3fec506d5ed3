import {mkdir, open, rm} from 'node:fs/promises';
import {join} from 'node:path';
import {CliError} from '../../../errors.ts';
import {toDiskError} from '../../../files/disk-error.ts';
import type {Client, Clock, HttpResponse} from '../../../ports.ts';
import {validateFileName} from '../file-name.ts';
import type {LogFile} from '../log-file.ts';
import {type FileSource, fileSources} from '../log-kinds.ts';
import {checkArchive} from '../zip/unpack.ts';
import type {Entry} from '../zip/zip-entry.ts';
import type {Limits} from '../zip/zip-limits.ts';
import {isDamaged} from '../zip/zip-rejection.ts';
import {receive, validateAnswer} from './receive.ts';

export type FetchPorts = {
	readonly client: Client;
	readonly kind: FileSource;
	readonly clock: Clock;
	readonly signal: AbortSignal;
	/** The number of attempts after the first one, each with a new address. */
	readonly retries: number;
	/** The longest pause of a transfer. */
	readonly timeoutMs: number;
	/** Reports received bytes; a negative number takes back those of a failed attempt. */
	readonly advance: (bytes: number) => void;
};

export type FetchJob = {
	readonly file: LogFile;
	readonly limits: Limits;
	/** Unpack it as well. */
	readonly unpack: boolean;
	/** Private folder. */
	readonly work: string;
};

/** A complete and checked file, still in the private folder. */
export type Fetched = {
	/** Path of the zip; undefined when it is in its place already. */
	readonly archive: string | undefined;
	readonly size: number;
	readonly sha256: string;
	readonly entries: readonly Entry[];
	/** Folder with the unpacked entries; undefined when the file was not to be unpacked. */
	readonly content: string | undefined;
};

const firstDelayMs = 500;

/** Compressed data are hardly larger than the content; the directory comes on top. */
const getMaxBytes = ({bytes}: Limits) => Math.ceil(bytes * 1.01) + 2 ** 20;

/** Writes the body to the disk, then checks the archive and unpacks it if asked to. */
async function download(
	response: HttpResponse,
	{file, limits, unpack, work}: FetchJob,
	advance: (bytes: number) => void,
): Promise<Fetched> {
	const folder = join(work, file.name);
	const content = unpack ? join(folder, 'content') : undefined;
	await mkdir(content ?? folder, {recursive: true});
	const archive = join(folder, `${file.name}.part`);
	const part = await open(archive, 'wx+');
	try {
		const received = await receive(response, part, {maxBytes: getMaxBytes(limits), advance});
		await part.sync();
		const entries = await checkArchive(part, limits, content);
		return {archive, ...received, entries, content};
	} finally {
		await part.close();
	}
}

type StallTimeout = {
	/** Is aborted when the time is over. */
	readonly signal: AbortSignal;
	/** Starts the time again, because bytes have arrived. */
	readonly refresh: () => void;
	readonly end: () => void;
};

/** Aborts a transfer that pauses for too long. */
function createStallTimeout(timeoutMs: number): StallTimeout {
	const controller = new AbortController();
	const fail = () =>
		controller.abort(
			new CliError('network', `the download host sent nothing for ${timeoutMs / 1000} s`, {
				hint: 'try again later, or allow more time with --timeout',
				code: 'timeout',
				retryable: true,
			}),
		);
	const timer = setTimeout(fail, timeoutMs);
	return {signal: controller.signal, refresh: () => void timer.refresh(), end: () => clearTimeout(timer)};
}

const isWorthRetrying = (error: unknown) => isDamaged(error) || (error instanceof CliError && error.kind === 'network');

/** Makes one attempt with one address. Removes its files when it fails. */
async function attempt(address: string, job: FetchJob, ports: FetchPorts): Promise<Fetched> {
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
			validateAnswer(response);
			return await download(response, job, advance);
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
 * Fetches one file into the private folder and checks the size and CRC-32 of every entry. Each attempt starts from the
 * beginning with a new address, so that two versions of a file are never mixed (docs/faults.md D15, D17). Throws CliError:
 * `network`, `damaged`, `disk`, and the errors of the client.
 */
export async function fetchFile(job: FetchJob, ports: FetchPorts): Promise<Fetched> {
	const {client, kind, clock, signal, retries} = ports;
	validateFileName(job.file.name);
	for (let tried = 0; ; tried++) {
		const {downloadUrl} = await client.call(fileSources[kind].downloadUrl, {fileName: job.file.name}, {signal});
		try {
			return await attempt(downloadUrl, job, ports);
		} catch (error) {
			if (tried >= retries || !isWorthRetrying(error)) throw error;
			await clock.sleep(firstDelayMs * 2 ** tried * (0.5 + Math.random() / 2), signal);
		}
	}
}
