import {createHash} from 'node:crypto';
import {join} from 'node:path';
import type {Clock} from '../ports.ts';
import {createCacheFile} from './cache-file.ts';

/** A note that was printed to a terminal. Its text may contain data, so only a hash is stored. */
type ShownNote = {readonly note: string; readonly terminal: number; readonly at: string};

const isShownNote = (item: Partial<ShownNote> | null): item is ShownNote =>
	typeof item?.note === 'string' && typeof item.terminal === 'number' && !Number.isNaN(Date.parse(String(item.at)));

const hourMs = 60 * 60 * 1000;
/** Shorter notes are never shortened. */
const maxLength = 100;
const maxShown = 50;

const hashText = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);
const shorten = (text: string) => `${text.split(/: |; /)[0]?.slice(0, maxLength)} … (--all-notes)`;

/**
 * Shortens long notes that were printed to this terminal within the last hour. `terminal` is the ID of the parent process.
 * Stored in the state folder; losing the file only costs a longer note.
 */
export function createShownNotes({
	stateDir,
	clock,
	terminal,
}: {
	readonly stateDir: string;
	readonly clock: Clock;
	readonly terminal: number;
}): (text: string) => Promise<string> {
	const file = createCacheFile(join(stateDir, 'shown-notes.json'), isShownNote);
	return async text => {
		if (text.length <= maxLength) return text;
		const now = clock.now();
		const recent = (await file.read()).filter(({at}) => now.getTime() - Date.parse(at) < hourMs);
		const note = hashText(text);
		if (recent.some(item => item.note === note && item.terminal === terminal)) return shorten(text);
		await file.write([{note, terminal, at: now.toISOString()}, ...recent].slice(0, maxShown));
		return text;
	};
}
