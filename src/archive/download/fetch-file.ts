import {mkdir, open, rm} from 'node:fs/promises';
import {join} from 'node:path';
import {CliError} from '../../errors.ts';
import {toDiskError} from '../../files/disk-error.ts';
import type {Client, Clock, HttpResponse} from '../../ports.ts';
import {type LogKind, logKinds} from '../kinds.ts';
import {type LogFile, validateFileName} from '../log-file.ts';
import {readDirectory} from '../zip/directory.ts';
import type {Entry} from '../zip/entry.ts';
import type {Limits} from '../zip/limits.ts';
import {isDamaged} from '../zip/refusal.ts';
import {testArchive, unpackInto} from '../zip/unpack.ts';
import {receive, validateAnswer} from './receive.ts';
import {createStallWatch} from './stall-watch.ts';

/** What fetching a file needs from outside. */
export type Source = {
	readonly client: Client;
	readonly kind: LogKind;
	readonly clock: Clock;
	readonly signal: AbortSignal;
	/** How often a file is asked for again, each time under a new address. */
	readonly retries: number;
	/** How long nothing may come. */
	readonly timeoutMs: number;
	/** Bytes that came, or that came for nothing. */
	readonly advance: (bytes: number) => void;
};

export type FetchJob = {
	readonly file: LogFile;
	readonly limits: Limits;
	/** Unpack it as well. */
	readonly unpack: boolean;
	/** Private folder for what is not whole yet. */
	readonly work: string;
};

/** A file that is whole and checked, still in the private folder. */
export type Fetched = {
	/** The zip; undefined when it lies at its name already. */
	readonly archive: string | undefined;
	readonly size: number;
	readonly sha256: string;
	readonly entries: readonly Entry[];
	/** Folder with the entries under their names, when it was to be unpacked. */
	readonly content: string | undefined;
};

const firstDelayMs = 500;

/** Packed bytes can hardly be more than unpacked ones; the rest is directory. */
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
		const entries = await readDirectory(part, limits);
		await (content ? unpackInto(part, entries, content) : testArchive(part, entries));
		return {archive, ...received, entries, content};
	} finally {
		await part.close();
	}
}

const isWorthAnother = (error: unknown) => isDamaged(error) || (error instanceof CliError && error.kind === 'network');

/** One attempt under one address; what it leaves behind when it fails is removed. */
async function attempt(address: string, job: FetchJob, source: Source): Promise<Fetched> {
	const watch = createStallWatch(source.timeoutMs);
	let arrived = 0;
	const advance = (bytes: number) => {
		watch.touch();
		arrived += bytes;
		source.advance(bytes);
	};
	try {
		const response = await source.client.download(address, AbortSignal.any([source.signal, watch.signal]));
		try {
			validateAnswer(response);
			return await download(response, job, advance);
		} finally {
			response.body.destroy();
		}
	} catch (error) {
		source.advance(-arrived);
		await rm(join(job.work, job.file.name), {recursive: true, force: true});
		throw toDiskError(error, 'write', job.work);
	} finally {
		watch.end();
	}
}

/**
 * Fetches one file into the private folder and checks it: sizes and CRC-32 of every entry (cli.md, section 8). Each attempt
 * begins anew under an address of its own, so that no two versions of a file are ever mixed (reliability: D15 to D17).
 * Throws CliError: network, damaged, disk, and what asking for the address throws.
 */
export async function fetchFile(job: FetchJob, source: Source): Promise<Fetched> {
	const {client, kind, clock, signal, retries} = source;
	validateFileName(job.file.name);
	for (let tried = 0; ; tried++) {
		const {downloadUrl} = await client.call(logKinds[kind].endpoints.downloadUrl, {fileName: job.file.name}, {signal});
		try {
			return await attempt(downloadUrl, job, source);
		} catch (error) {
			if (tried >= retries || !isWorthAnother(error)) throw error;
			await clock.sleep(firstDelayMs * 2 ** tried * (0.5 + Math.random() / 2), signal);
		}
	}
}
