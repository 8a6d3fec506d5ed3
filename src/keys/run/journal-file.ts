import {disk} from '../../files/disk.ts';
import {encodeEntry, type JournalEntry} from './journal.ts';

export type Journal = {
	/** Resolves when the entry is on disk. Entries added during a write share the next one. */
	readonly append: (entry: JournalEntry) => Promise<void>;
	readonly close: () => Promise<void>;
};

/**
 * Opens a journal for appending after its first `validBytes`, which removes an entry that a kill cut short. Throws CliError
 * (disk). After a failed append all later ones fail too, so nothing is sent that is not in the journal.
 */
export async function openJournal(path: string, validBytes: number): Promise<Journal> {
	const file = await disk.open(path, 'a', 0o600);
	await file.truncate(validBytes).catch(async error => {
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
