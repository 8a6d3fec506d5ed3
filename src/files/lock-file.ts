import {readdir, readFile, rm, stat} from 'node:fs/promises';
import {basename, dirname, join} from 'node:path';
import {writeFileAtomic} from './atomic-file.ts';
import {createFileAtomic} from './file-bytes.ts';
import {getIdentity, isDead, type ProcessIdentity} from './process-identity.ts';

/**
 * The file of a lock. Written here because proper-lockfile and its kind know only the age of a lock: after a kill the next run
 * would wait until it is stale, and a long run could lose its lock. This one knows the process, and replaces its lock at once.
 */

/** The content of a lock file: which process holds the lock, and since when. */
export type Owner = ProcessIdentity & {
	/** Distinguishes this acquisition of the lock from every other one; part of the names of temporary files. */
	readonly token: string;
	readonly since: string;
};

/** This process as the owner of a lock from now on. */
export const createOwner = (now: Date): Owner => ({
	...getIdentity(),
	token: `${process.pid}-${Math.random().toString(36).slice(2)}`,
	since: now.toISOString(),
});

/** A lock that is held. The owner is undefined when the file names none. */
export type HeldLock = {readonly owner: Owner | undefined; readonly touched: Date; readonly token: string};

const remove = (path: string): Promise<void> => rm(path, {force: true});

const textMembers = ['host', 'started', 'boot', 'token', 'since'] as const;

const isOwner = (value: unknown): value is Owner => {
	const found = (value ?? {}) as Record<string, unknown>;
	const hasTexts = textMembers.every(name => typeof found[name] === 'string');
	return hasTexts && Number.isInteger(found.pid) && /^[\w-]{1,80}$/.test(String(found.token));
};

function parseOwner(text: string): Owner | undefined {
	try {
		const value: unknown = JSON.parse(text);
		return isOwner(value) ? value : undefined;
	} catch {
		return undefined;
	}
}

/** Returns the held lock; undefined if it is free. */
export async function readLock(path: string): Promise<HeldLock | undefined> {
	try {
		const found = await stat(path);
		// Reading a FIFO would wait for a writer.
		if (!found.isFile() && !found.isDirectory()) return {owner: undefined, touched: found.mtime, token: 'unknown'};
		const [text, {mtime}] = await Promise.all([readFile(path, 'utf8'), stat(path)]);
		const owner = parseOwner(text);
		return {owner, touched: mtime, token: owner?.token ?? 'unknown'};
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
		throw error;
	}
}

/**
 * Replaces the lock of an ended process; of several processes that try, one succeeds. The right to replace the lock with token T
 * is itself a lock, named after T, and its holder checks that T is still in place.
 */
async function takeOver(path: string, dead: HeldLock, {owner, now}: Acquisition): Promise<boolean> {
	const right = `${path}.${dead.token}.takeover`;
	if (!(await acquireLock(right, {owner, now}))) return false;
	try {
		if ((await readLock(path))?.token !== dead.token) return false;
		await writeFileAtomic(path, JSON.stringify(owner), {mode: 0o600});
		return true;
	} finally {
		await remove(right);
	}
}

/** After this time a lock file without an owner, or the leftover of a takeover, is removed. */
const expiryMs = 60_000;
const isExpired = (touched: Date, now: Date) => now.getTime() - touched.getTime() > expiryMs;

export type Acquisition = {readonly owner: Owner; readonly now: Date};

/** Takes the lock if it is free or its process has ended. Throws system errors. */
export async function acquireLock(path: string, acquisition: Acquisition): Promise<boolean> {
	const {owner, now} = acquisition;
	if (await createFileAtomic(path, JSON.stringify(owner), 0o600)) return true;
	const held = await readLock(path);
	if (held === undefined) return acquireLock(path, acquisition);
	const {touched} = held;
	const isFree = held.owner ? isDead(held.owner, {self: owner, touched, now, isFresh: true}) : isExpired(touched, now);
	return isFree ? takeOver(path, held, acquisition) : false;
}

/** Removes the lock, unless another process took it over. */
export async function releaseLock(path: string, owner: Owner): Promise<void> {
	if ((await readLock(path))?.token === owner.token) await remove(path);
}

/** Removes what killed processes left of their attempts to take over the lock. To be called by the holder of the lock. */
export async function removeTakeovers(path: string, now: Date): Promise<void> {
	for (const entry of await readdir(dirname(path))) {
		if (!entry.startsWith(`${basename(path)}.`)) continue;
		const leftover = join(dirname(path), entry);
		const found = await stat(leftover).catch(() => undefined);
		if (found && isExpired(found.mtime, now)) await remove(leftover);
	}
}
