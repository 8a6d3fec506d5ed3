import {createLogArchive, type LogArchive, type LogArchiveParts} from './log-archive.ts';
import type {LogKind, LogSource} from './log-lines.ts';
import {createRawArchive, type RawArchive} from './raw-archive.ts';

export type FileKind = LogKind | 'rawEvents';
export type FileSource = Omit<LogSource, 'kind'> & {readonly kind: FileKind};

export type FileArchive = {
	readonly logs: LogArchive;
	readonly rawEvents: RawArchive;
	/** Returns a function that compresses a file while it is read, or undefined for an unknown name. */
	readonly find: (source: FileSource, fileName: string) => Promise<(() => AsyncIterable<Uint8Array>) | undefined>;
};

/** The files for download of crash reports, event records and raw events. */
export function createFileArchive(parts: LogArchiveParts): FileArchive {
	const logs = createLogArchive(parts);
	const rawEvents = createRawArchive(parts);
	return {
		logs,
		rawEvents,
		find: ({kind, ...source}, fileName) =>
			kind === 'rawEvents' ? rawEvents.find(source, fileName) : logs.find({kind, ...source}, fileName),
	};
}
