import {readdir, rm, stat} from 'node:fs/promises';
import {basename, dirname, join} from 'node:path';
import {tryParseJson} from '../text/try-parse-json.ts';
import {writeFileAtomic} from './atomic-file.ts';
import {createFileAtomic, readRegular} from './file-bytes.ts';
import {getIdentity, hasEnded, type ProcessIdentity} from './process-identity.ts';

/**
 * The file of a lock. Packages such as proper-lockfile know only the age of a lock: after a kill the next run would
 * wait until it is stale, and a long run could lose its lock. This one identifies the process and replaces the lock of
 * an ended one at once.
 */

export type LockOwner = ProcessIdentity & {
	/** Unique per acquisition of the lock; part of the names of temporary files. */
	readonly token: string;
	readonly since: string;
};

export const createLockOwner = (now: Date): LockOwner => ({
	...getIdentity(),
	token: `${process.pid}-${Math.random().toString(36).slice(2)}`,
	since: now.toISOString(),
});

export type HeldLock = {readonly owner: LockOwner | undefined; readonly touchedAt: Date; readonly token: string};

const removeFile = (path: string): Promise<void> => rm(path, {force: true});

const textMembers = ['host', 'started', 'boot', 'token', 'since'] as const;

const isLockOwner = (value: unknown): value is LockOwner => {
	const found = (value ?? {}) as Record<string, unknown>;
	const hasTexts = textMembers.every(name => typeof found[name] === 'string');
	return hasTexts && Number.isInteger(found.pid) && /^[\w-]{1,80}$/.test(String(found.token));
};

export async function readLock(path: string): Promise<HeldLock | undefined> {
	try {
		const found = await stat(path);
		// Reading a FIFO would wait for a writer.
		if (!found.isFile() && !found.isDirectory()) return {owner: undefined, touchedAt: found.mtime, token: 'unknown'};
		const [bytes, {mtime}] = await Promise.all([readRegular(path), stat(path)]);
		const value = tryParseJson(bytes.toString());
		const owner = isLockOwner(value) ? value : undefined;
		return {owner, touchedAt: mtime, token: owner?.token ?? 'unknown'};
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
		throw error;
	}
}

/**
 * Replaces the lock of an ended process; of several processes that try, one succeeds. The right to replace the lock
 * with token T is itself a lock, named after T, and its holder checks that T is still in place.
 */
async function takeOverLock(path: string, dead: HeldLock, {owner, now}: Acquisition): Promise<boolean> {
	const takeoverLock = `${path}.${dead.token}.takeover`;
	if (!(await acquireLock(takeoverLock, {owner, now}))) return false;
	try {
		if ((await readLock(path))?.token !== dead.token) return false;
		await writeFileAtomic(path, JSON.stringify(owner), {mode: 0o600});
		return true;
	} finally {
		await removeFile(takeoverLock);
	}
}

/** A lock file without an owner and the remains of a takeover expire after this time. */
const expiryMs = 60_000;
const isExpired = (touched: Date, now: Date) => now.getTime() - touched.getTime() > expiryMs;

export type Acquisition = {readonly owner: LockOwner; readonly now: Date};

export async function acquireLock(path: string, acquisition: Acquisition): Promise<boolean> {
	const {owner, now} = acquisition;
	if (await createFileAtomic(path, JSON.stringify(owner), 0o600)) return true;
	const held = await readLock(path);
	if (held === undefined) return acquireLock(path, acquisition);
	const {touchedAt: touched} = held;
	const isFree = held.owner
		? hasEnded(held.owner, {self: owner, touched, now, isFresh: true})
		: isExpired(touched, now);
	return isFree ? takeOverLock(path, held, acquisition) : false;
}

export async function releaseLock(path: string, owner: LockOwner): Promise<void> {
	if ((await readLock(path))?.token === owner.token) await removeFile(path);
}

/** Removes the remains of takeovers by killed processes. Only the holder of the lock may call it. */
export async function removeTakeovers(path: string, now: Date): Promise<void> {
	for (const entry of await readdir(dirname(path))) {
		if (!entry.startsWith(`${basename(path)}.`)) continue;
		const leftover = join(dirname(path), entry);
		const found = await stat(leftover).catch(() => undefined);
		if (found && isExpired(found.mtime, now)) await removeFile(leftover);
	}
}
