import {disk} from '../../files/disk.ts';
import {encodeEntry, type JournalEntry} from './journal.ts';

/** A journal that is being written. */
export type Journal = {
	/** Resolves when the disk has the entry. Entries that come while one is being written share the next write. */
	readonly append: (entry: JournalEntry) => Promise<void>;
	readonly close: () => Promise<void>;
};

/**
 * Opens a journal for appending after its first `goodBytes`; an entry that a kill cut short is removed. Throws CliError
 * disk; after a failed append all others fail, so nothing is sent that is not in the journal.
 */
export async function openJournal(path: string, goodBytes: number): Promise<Journal> {
	const file = await disk.open(path, 'a', 0o600);
	await file.truncate(goodBytes).catch(async error => {
		await file.close().catch(() => {});
		throw error;
	});
	let waiting = '';
	let writing: Promise<void> = Promise.resolve();
	let next: Promise<void> | undefined;
	const flush = async () => {
		const bytes = Buffer.from(waiting);
		waiting = '';
		next = undefined;
		await file.write(bytes);
		await file.datasync();
	};
	return {
		append: entry => {
			waiting += encodeEntry(entry);
			if (next === undefined) {
				next = writing.then(flush);
				next.catch(() => {});
				writing = next;
			}
			return next;
		},
		close: async () => {
			await writing.catch(() => {});
			await file.close();
		},
	};
}
