import {readFileSync} from 'node:fs';
import {hostname} from 'node:os';
import {mayHaveProc} from './platform.ts';

/** Identifies a process beyond its number, which the system uses again. */
export type ProcessIdentity = {
	readonly pid: number;
	readonly host: string;
	/** The start of the process in ticks of the kernel; without /proc in milliseconds, which no other process can ask for. */
	readonly started: string;
	/** Id of the machine's boot; empty where /proc is missing. */
	readonly boot: string;
};

/** True unless no process of that number exists here. */
function isRunning(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'EPERM';
	}
}

const readText = (path: string) => {
	if (!mayHaveProc) return '';
	try {
		return readFileSync(path, 'utf8').trim();
	} catch {
		return '';
	}
};

/** Field 22 of /proc/PID/stat; the name in field 2 may hold blanks, so fields are counted from its closing bracket. */
const getStart = (pid: number) => {
	const text = readText(`/proc/${pid}/stat`);
	return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? '';
};

/** The start of a process; empty where the system does not tell that of another one. */
const startOf = (pid: number) =>
	getStart(pid) || (pid === process.pid ? String(Math.round(performance.timeOrigin)) : '');

/** The number of the process that started this one: the shell of a terminal. */
export const getParent = (): number => process.ppid;

/** The identity of this process. */
export const getIdentity = (): ProcessIdentity => ({
	pid: process.pid,
	host: hostname(),
	started: startOf(process.pid),
	boot: readText('/proc/sys/kernel/random/boot_id'),
});

/** Processes that cannot be asked for, as those of another machine (a shared folder), count as dead after this time without a change. */
const silenceMs = 30 * 60_000;

type Witness = {
	readonly self: ProcessIdentity;
	readonly touched: Date;
	readonly now: Date;
	readonly isFresh?: boolean;
};

/**
 * Returns true if the process has ended: it no longer exists, its machine was restarted, or it runs on another machine and last
 * changed its file more than half an hour ago. `self` identifies this process in the same form. With `isFresh` a living owner
 * touches its file regularly, so an old file shows its end even if the start time of the process is unknown.
 */
export function isDead(owner: ProcessIdentity, {self, touched, now, isFresh = false}: Witness): boolean {
	const isSilent = now.getTime() - touched.getTime() > silenceMs;
	if (owner.host !== self.host) return isSilent;
	if (owner.boot !== self.boot || !isRunning(owner.pid)) return true;
	const started = startOf(owner.pid);
	if (owner.started !== '' && started !== '') return owner.started !== started;
	return isFresh && isSilent;
}
