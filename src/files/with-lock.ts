import {utimes} from 'node:fs/promises';
import {dirname, join, resolve} from 'node:path';
import {CliError} from '../errors.ts';
import type {Clock} from '../ports.ts';
import {isDiskError} from './disk.ts';
import {toDiskError} from './disk-error.ts';
import {
	acquireLock,
	createLockOwner,
	type HeldLock,
	type LockOwner,
	readLock,
	releaseLock,
	removeTakeovers,
} from './lock-file.ts';
import {createPrivateFolder} from './private-file.ts';
import {removeLeftovers} from './temporary-names.ts';
import {resolveExisting} from './trust/inside-folder.ts';

export type LockOptions = {
	readonly folder: string;
	readonly name: string;
	readonly clock: Clock;
	/** The longest wait for another owner; 0, the default, gives up at once. */
	readonly waitMs?: number;
	readonly signal?: AbortSignal;
};

/**
 * Touches the lock every minute, which shows that its process runs to other machines that share the folder and to
 * systems that do not report process start times.
 */
function touchRegularly(path: string): () => void {
	const timer = setInterval(() => {
		const now = new Date();
		utimes(path, now, now).catch(() => undefined);
	}, 60_000).unref();
	return () => clearInterval(timer);
}

async function waitForLock(path: string, {name, clock, waitMs = 0, signal}: LockOptions): Promise<LockOwner> {
	const started = clock.now().getTime();
	for (;;) {
		const now = clock.now();
		const owner = createLockOwner(now);
		if (await acquireLock(path, {owner, now})) {
			await Promise.all([removeTakeovers(path, now), removeLeftovers(dirname(path))]);
			return owner;
		}
		if (now.getTime() - started >= waitMs) throw createBusyError(name, await readLock(path));
		await clock.sleep(5 + Math.random() * 20, signal);
	}
}

function createBusyError(name: string, held: HeldLock | undefined): CliError {
	const holder = held?.owner
		? `process ${held.owner.pid} on ${held.owner.host}, since ${held.owner.since}`
		: 'another run';
	return new CliError('locked', `another run holds the lock "${name}": ${holder}`, {
		hint: 'wait for it to end; the lock of a dead process is released automatically',
		code: 'locked',
		retryable: true,
	});
}

/**
 * Does the work while holding the lock `name` in `folder`, which is created with mode 0700. Takes over locks of ended
 * processes. Throws CliError: `locked` (exit status 9), naming the holder, if another run holds the lock for longer
 * than `waitMs`; `disk`.
 */
export async function withLock<T>(options: LockOptions, work: () => Promise<T>): Promise<T> {
	await createPrivateFolder(options.folder);
	const path = join(options.folder, `${options.name}.lock`);
	const owner = await waitForLock(path, options).catch(error => {
		throw toDiskError(error, 'take the lock', path);
	});
	const stop = touchRegularly(path);
	try {
		return await work();
	} finally {
		stop();
		// A lock that remains does no harm: other runs take over the lock of an ended process.
		await releaseLock(path, owner).catch(() => undefined);
	}
}

export type FolderLock = Omit<LockOptions, 'folder'> & {readonly stateDir: string};

/** Returns false if the home is missing or read-only. Throws CliError (disk) for other reasons. */
async function canLock(locks: string): Promise<boolean> {
	try {
		await createPrivateFolder(locks);
		return true;
	} catch (error) {
		if (!isDiskError(error, 'EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTDIR')) throw error;
		return false;
	}
}

/**
 * Does the work while no other run of this user does work of this name in the folder. The lock is in the state folder:
 * a lock in the folder itself could come with a clone and hold up every run. Nothing is locked without a home, nor
 * against runs of other users, so what two runs write at the same time must be whole. Throws as `withLock`.
 */
export async function withFolderLock<T>(folder: string, options: FolderLock, work: () => Promise<T>): Promise<T> {
	const {stateDir, name, ...rest} = options;
	const locks = join(stateDir, 'locks');
	if (!(await canLock(locks))) return work();
	const {createHash} = await import('node:crypto');
	// The folder may be created while its lock is held.
	const path = (await resolveExisting(resolve(folder))) ?? resolve(folder);
	const where = createHash('sha256').update(path).digest('hex').slice(0, 16);
	return withLock({...rest, folder: locks, name: `${name}-${where}`}, work);
}
