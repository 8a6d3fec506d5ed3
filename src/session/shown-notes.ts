import {createHash} from 'node:crypto';
import {join} from 'node:path';
import type {Clock} from '../ports.ts';
import {createCacheFile} from './cache-file.ts';

/** A note that was written to a terminal. Its text may name data, so only a hash is kept. */
type Shown = {readonly note: string; readonly terminal: number; readonly at: string};

const isShown = (item: Partial<Shown> | null): item is Shown =>
	typeof item?.note === 'string' && typeof item.terminal === 'number' && !Number.isNaN(Date.parse(String(item.at)));

const hourMs = 60 * 60 * 1000;
/** Shorter notes are always written whole. */
const maxLength = 100;
const maxShown = 50;

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);
/** The part of a note before its explanation. */
const startOf = (text: string) => `${text.split(/: |; /)[0]?.slice(0, maxLength)} … (--all-notes)`;

/**
 * Shortens long notes that were written to this terminal within the last hour. `terminal` identifies it: the process that the
 * program was started from. Kept in the state folder; to lose it costs a longer note.
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
	const file = createCacheFile(join(stateDir, 'shown-notes.json'), isShown);
	return async text => {
		if (text.length <= maxLength) return text;
		const now = clock.now();
		const recent = (await file.read()).filter(({at}) => now.getTime() - Date.parse(at) < hourMs);
		const note = hashOf(text);
		if (recent.some(item => item.note === note && item.terminal === terminal)) return startOf(text);
		await file.write([{note, terminal, at: now.toISOString()}, ...recent].slice(0, maxShown));
		return text;
	};
}
