import {join} from 'node:path';
import type {LogKind} from '../../../src/archive/log-kinds.ts';
import {CliError} from '../../../src/errors.ts';
import type {Client, HttpResponse} from '../../../src/ports.ts';
import {noProgress} from '../data/record-ports.ts';
import {writeZip} from '../disk/zip-writer.ts';
import {fakeClock} from '../laws/clock.ts';

/** A file as the service has it. */
export type Held = {
	readonly kind: 'monthly' | 'daily' | 'open';
	readonly name: string;
	readonly from: string;
	readonly to: string;
	/** The zip as it is at this moment: an open file grows. */
	bytes: Buffer;
	unpacked: number;
	available: boolean;
};

export const csv = (day: string, lines: number) =>
	`timestamp,clientId,exception.class\r\n${Array.from({length: lines}, (_, at) => `${day}T00:00:${String(at % 60).padStart(2, '0')},${String(at).padStart(16, '0')},Boom${at}\r\n`).join('')}`;

const hold = (kind: Held['kind'], stem: string, [from, to]: readonly [string, string], content: string): Held => ({
	kind,
	name: `${stem}.zip`,
	from,
	to,
	bytes: writeZip([{name: `${stem}.csv`, data: content, descriptor: {}}]),
	unpacked: content.length,
	available: true,
});
export const daily = (day: string, lines = 50): Held => hold('daily', `7_exc_${day}`, [day, day], csv(day, lines));
export const open = (day: string, lines = 20): Held => hold('open', `7_exc_${day}`, [day, day], csv(day, lines));
export const monthly = (from: string, to: string, lines = 200): Held =>
	hold('monthly', `7_exc_${from}_to_${to}`, [from, to], csv(from, lines));

/** What a download host does with the bytes it should send. */
export type Transfer = (bytes: Buffer, signal: AbortSignal | undefined) => AsyncGenerator<Uint8Array>;
const reset = () =>
	new CliError('network', 'the connection was reset', {hint: 'later', code: 'reset', retryable: true});

async function* inPieces(bytes: Buffer, length = 1000) {
	for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}
export const whole: Transfer = bytes => inPieces(bytes);
/** Ends with a reset after so many bytes. */
export const cutAfter = (count: number): Transfer =>
	async function* (bytes) {
		yield* inPieces(bytes.subarray(0, count));
		throw reset();
	};
/** Ends after so many bytes as if that were all. */
export const endAfter =
	(count: number): Transfer =>
	bytes =>
		inPieces(bytes.subarray(0, count));
/** Changes one bit on the way. */
export const flip =
	(at: number): Transfer =>
	bytes => {
		const changed = Buffer.from(bytes);
		changed[at] = (changed[at] ?? 0) ^ 1;
		return inPieces(changed);
	};
/** Sends something else. */
export const instead =
	(bytes: string | Buffer): Transfer =>
	() =>
		inPieces(Buffer.from(bytes as string));
/** Never sends a byte, until it is told to stop. */
export const silence: Transfer = async function* (_, signal) {
	signal?.throwIfAborted();
	await new Promise((_resolve, reject) => {
		signal?.addEventListener('abort', () => reject(signal.reason));
	});
	yield Buffer.alloc(0);
};

/** A service with files, as the archive sees it: one-time addresses, and a host that does to the n-th transfer what the n-th fault says. */
export const createLogService = (files: Held[], faults: Transfer[] = []) => {
	const asked: string[] = [];
	const addresses = new Map<string, Held>();
	const list = () => {
		const sizes = ({bytes, unpacked}: Held) => ({
			uncompressedSizeKB: unpacked / 1024,
			compressedSizeKB: bytes.length / 1024,
		});
		const of = (kind: Held['kind']) => files.filter(file => file.kind === kind);
		return {
			monthlyFiles: of('monthly').map(file => ({
				...sizes(file),
				fileName: file.name,
				fileStartDate: file.from,
				fileStopDate: file.to,
			})),
			dailyFiles: of('daily').map(file => ({...sizes(file), fileName: file.name, fileDate: file.from})),
			openDailyFiles: of('open').map(file => ({
				fileName: file.name,
				fileDate: file.from,
				uncompressedSizeKB: file.unpacked / 1024,
				isAvailable: file.available,
			})),
		};
	};
	const getUrl = (name: string) => {
		const file = files.find(each => each.name === name);
		if (!file?.available) throw new CliError('refused', 'SYNTAX ERROR', {hint: 'see the listing'});
		const address = `https://files.example/${asked.length}`;
		addresses.set(address, file);
		asked.push(name);
		return {downloadUrl: address};
	};
	const download = async (address: string, signal?: AbortSignal): Promise<HttpResponse> => {
		const file = addresses.get(address);
		if (!file)
			throw new CliError('network', 'the download address responded with status 410', {
				hint: 'again',
				code: 'address-used',
			});
		addresses.delete(address);
		const chunks = (faults.shift() ?? whole)(file.bytes, signal);
		return {status: 200, headers: {}, body: {[Symbol.asyncIterator]: () => chunks, destroy: () => undefined}};
	};
	const client = {
		call: async ({path}: {path: string}, input: {fileName?: string}) =>
			path.endsWith('/listFiles') ? list() : getUrl(input.fileName ?? ''),
		raw: async () => {
			throw new Error('not asked for');
		},
		download,
	} as unknown as Client;
	return {client, files, faults, asked};
};
export type LogService = ReturnType<typeof createLogService>;

/** Without a home there are no locks, so a run that a fault ended holds up none. */
const noHome = join(import.meta.filename, 'state');

export const portsOf = ({client}: LogService, kind: LogKind = 'exceptions') => ({
	client,
	kind,
	stateDir: noHome,
	clock: fakeClock(),
	signal: new AbortController().signal,
	progress: noProgress,
	retries: 3,
	timeoutMs: 60_000,
	note: async () => {},
});
