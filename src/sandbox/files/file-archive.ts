import {createLogArchive, type LogArchiveParts} from './log-archive.ts';
import type {LogKind, LogSource} from './log-lines.ts';
import {createRawArchive} from './raw-archive.ts';

export type FileKind = LogKind | 'rawEvents';
export type FileSource = Omit<LogSource, 'kind'> & {readonly kind: FileKind};

export type FileArchive = ReturnType<typeof createFileArchive>;

/** The files for download of crash reports, event records and raw events. */
export function createFileArchive(parts: LogArchiveParts) {
	const logs = createLogArchive(parts);
	const rawEvents = createRawArchive(parts);
	return {
		logs,
		rawEvents,
		/** Returns a function that compresses a file while it is read, or undefined for an unknown name. */
		find: ({kind, ...source}: FileSource, fileName: string) =>
			kind === 'rawEvents' ? rawEvents.find(source, fileName) : logs.find({kind, ...source}, fileName),
	};
}
