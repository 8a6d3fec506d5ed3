import {readFileSync} from 'node:fs';
import {hostname} from 'node:os';

/** Which process holds a lock, told apart from a later one of the same number. */
export type Owner = {
	readonly pid: number;
	readonly host: string;
	/** When the process started, as the kernel counts; empty where it cannot be told. */
	readonly started: string;
	/** Which start of the machine; empty where it cannot be told. */
	readonly boot: string;
	/** Tells this taking of the lock from every other one. */
	readonly token: string;
	readonly since: string;
};

export const ownPid = process.pid;

/** True unless no process of that number exists here. */
export function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'EPERM';
	}
}

const readText = (path: string) => {
	try {
		return readFileSync(path, 'utf8').trim();
	} catch {
		return '';
	}
};

/** Field 22 of /proc/PID/stat; the name in field 2 may hold blanks, so count from behind its bracket. */
const startOf = (pid: number) => {
	const text = readText(`/proc/${pid}/stat`);
	return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? '';
};
const bootId = () => readText('/proc/sys/kernel/random/boot_id');

/** This process, taking a lock now. */
export const getOwner = (now: Date): Owner => ({
	pid: ownPid,
	host: hostname(),
	started: startOf(ownPid),
	boot: bootId(),
	token: `${ownPid}-${Math.random().toString(36).slice(2)}`,
	since: now.toISOString(),
});

/** A lock of another machine (a shared folder) is dead when its owner has not touched it for this long. */
const foreignSilenceMs = 30 * 60_000;

/** True when the owner is gone: its process ended, the machine started anew, or another machine fell silent. */
export function isDead(owner: Owner, touched: Date, now: Date): boolean {
	if (owner.host !== hostname()) return now.getTime() - touched.getTime() > foreignSilenceMs;
	if (owner.boot !== bootId()) return true;
	return !isAlive(owner.pid) || (owner.started !== '' && owner.started !== startOf(owner.pid));
}
