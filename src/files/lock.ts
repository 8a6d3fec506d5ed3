import {link, open, readdir, readFile, rename, rm, stat, utimes} from 'node:fs/promises';
import {basename, dirname, join} from 'node:path';
import {CliError} from '../errors.ts';
import type {Clock} from '../ports.ts';
import {toDiskError} from './disk-error.ts';
import {noHardLinks} from './platform.ts';
import {createPrivateFolder} from './private-file.ts';
import {getIdentity, isDead, type ProcessIdentity} from './process-identity.ts';
import {writeAll} from './write.ts';

export type LockOptions = {
	readonly folder: string;
	/** Names the lock and, followed by `.lock`, its file. */
	readonly name: string;
	readonly clock: Clock;
	/** How long to wait for another owner; 0, the default, gives up at once. */
	readonly waitMs?: number;
	readonly signal?: AbortSignal;
};

/** The content of a lock file: which process holds the lock, and since when. */
export type Owner = ProcessIdentity & {
	/** Distinguishes this acquisition of the lock from every other one. */
	readonly token: string;
	readonly since: string;
};

export const createOwner = (now: Date): Owner => ({
	...getIdentity(),
	token: `${process.pid}-${Math.random().toString(36).slice(2)}`,
	since: now.toISOString(),
});

const remove = (path: string): Promise<void> => rm(path, {force: true});

const members = ['host', 'started', 'boot', 'token', 'since'] as const;

/** What a lock file says, if it is one of ours. The token becomes part of a file's name. */
const isOwner = (value: unknown): value is Owner => {
	const found = (value ?? {}) as Record<string, unknown>;
	const texts = members.every(name => typeof found[name] === 'string');
	return texts && Number.isInteger(found.pid) && /^[\w-]{1,80}$/.test(String(found.token));
};

type Held = {readonly owner: Owner | undefined; readonly touched: Date; readonly token: string};

/** Who holds the lock; undefined when nobody does. A file that is no owner's counts as one whose owner is unknown. */
async function readLock(path: string): Promise<Held | undefined> {
	try {
		const [text, {mtime}] = await Promise.all([readFile(path, 'utf8'), stat(path)]);
		const owner = parseOwner(text);
		return {owner, touched: mtime, token: owner?.token ?? 'unknown'};
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
		throw error;
	}
}

function parseOwner(text: string): Owner | undefined {
	try {
		const value: unknown = JSON.parse(text);
		return isOwner(value) ? value : undefined;
	} catch {
		return undefined;
	}
}

/** Puts the whole lock file in place as one step, or says that one stands there. */
async function placeLock(path: string, owner: Owner): Promise<boolean> {
	const own = `${path}.${owner.token}`;
	await writeNew(own, owner);
	try {
		await link(own, path).catch((error: NodeJS.ErrnoException) => {
			if (!noHardLinks.includes(error.code ?? '')) throw error;
			// In two steps: a kill between them leaves a file without an owner, which stands for a minute.
			return writeNew(path, owner);
		});
		return true;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
		throw error;
	} finally {
		await remove(own);
	}
}

async function writeNew(path: string, owner: Owner): Promise<void> {
	const file = await open(path, 'wx', 0o600);
	try {
		await writeAll(file, Buffer.from(JSON.stringify(owner))).finally(() => file.close());
	} catch (error) {
		// What a full disk took of it would stand there as a lock of nobody's.
		await remove(path);
		throw error;
	}
}

/**
 * Replaces a dead owner's lock. Exactly one of several takers may: the right to replace the lock with token T is itself a
 * lock, named after T, and whoever holds it looks again whether T still stands there.
 */
async function takeOver(path: string, dead: Held, owner: Owner, now: Date): Promise<boolean> {
	const right = `${path}.${dead.token}.takeover`;
	if (!(await acquire(right, owner, now))) return false;
	try {
		if ((await readLock(path))?.token !== dead.token) return false;
		const own = `${path}.${owner.token}`;
		await writeNew(own, owner);
		await rename(own, path);
		return true;
	} finally {
		await remove(right);
	}
}

async function acquire(path: string, owner: Owner, now: Date): Promise<boolean> {
	if (await placeLock(path, owner)) return true;
	const held = await readLock(path);
	if (held === undefined) return acquire(path, owner, now);
	const dead = held.owner ? isDead(held.owner, {self: owner, touched: held.touched, now}) : isOld(held.touched, now);
	return dead ? takeOver(path, held, owner, now) : false;
}

/** A lock file that names no owner is left by something else; after a minute it stands in nobody's way. */
const isOld = (touched: Date, now: Date) => now.getTime() - touched.getTime() > 60_000;

async function release(path: string, owner: Owner): Promise<void> {
	if ((await readLock(path))?.token === owner.token) await remove(path);
}

/** Removes what killed takers left, while we hold the lock: a right to replace a token that stands no more is void. */
async function sweep(path: string, now: Date): Promise<void> {
	for (const entry of await readdir(dirname(path))) {
		if (!entry.startsWith(`${basename(path)}.`)) continue;
		const leftover = join(dirname(path), entry);
		const found = await stat(leftover).catch(() => undefined);
		if (found && now.getTime() - found.mtimeMs > 60_000) await remove(leftover);
	}
}

/** Tells other machines that share the folder that the owner still lives. */
function keepFresh(path: string): () => void {
	const timer = setInterval(() => {
		const now = new Date();
		utimes(path, now, now).catch(() => undefined);
	}, 60_000).unref();
	return () => clearInterval(timer);
}

async function waitFor(path: string, {name, clock, waitMs = 0, signal}: LockOptions): Promise<Owner> {
	const started = clock.now().getTime();
	for (;;) {
		const now = clock.now();
		const owner = createOwner(now);
		if (await acquire(path, owner, now)) {
			await sweep(path, now);
			return owner;
		}
		if (now.getTime() - started >= waitMs) throw busy(name, await readLock(path));
		await clock.sleep(5 + Math.random() * 20, signal);
	}
}

function busy(name: string, held: Held | undefined): CliError {
	const who = held?.owner
		? `process ${held.owner.pid} on ${held.owner.host}, since ${held.owner.since}`
		: 'another run';
	return new CliError('locked', `another run holds the lock "${name}": ${who}`, {
		hint: 'wait for it to end; the lock of a process that died is taken over by itself',
		code: 'locked',
		retryable: true,
	});
}

/**
 * Does the work while holding the lock `name` in `folder` (made 0700 when missing). Locks of dead processes are taken over.
 * Throws CliError `locked` (exit 9), naming the holder, when another run has it for longer than `waitMs`; `disk` when the
 * folder cannot be written.
 */
export async function withLock<T>(options: LockOptions, work: () => Promise<T>): Promise<T> {
	await createPrivateFolder(options.folder);
	const path = join(options.folder, `${options.name}.lock`);
	const owner = await waitFor(path, options).catch(error => {
		throw toDiskError(error, 'take the lock', path);
	});
	const stop = keepFresh(path);
	try {
		return await work();
	} finally {
		stop();
		// The work is done: a lock that cannot be taken away is free anyway once this process has ended.
		await release(path, owner).catch(() => undefined);
	}
}
