import {readFileSync} from 'node:fs';
import {hostname} from 'node:os';
import {mayHaveProc} from './platform.ts';

/** Identifies a process even after the system has reused its process ID. */
export type ProcessIdentity = {
	readonly pid: number;
	readonly host: string;
	/** The start time in kernel ticks; without /proc in milliseconds, which no other process can find out. */
	readonly started: string;
	readonly boot: string;
};

function isRunning(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'EPERM';
	}
}

const readProcFile = (path: string) => {
	if (!mayHaveProc) return '';
	try {
		return readFileSync(path, 'utf8').trim();
	} catch {
		return '';
	}
};

/**
 * Field 22 of /proc/PID/stat. The name in field 2 may contain spaces, so fields are counted from its closing
 * parenthesis.
 */
const readKernelStart = (pid: number) => {
	const text = readProcFile(`/proc/${pid}/stat`);
	return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? '';
};

const getProcessStart = (pid: number) =>
	readKernelStart(pid) || (pid === process.pid ? String(Math.round(performance.timeOrigin)) : '');

export const getIdentity = (): ProcessIdentity => ({
	pid: process.pid,
	host: hostname(),
	started: getProcessStart(process.pid),
	boot: readProcFile('/proc/sys/kernel/random/boot_id'),
});

/**
 * A process that cannot be checked, such as one of another machine with a shared folder, counts as ended after this
 * time without a change.
 */
const maxSilenceMs = 30 * 60_000;

type EndCheck = {
	readonly self: ProcessIdentity;
	readonly touched: Date;
	readonly now: Date;
	readonly isFresh?: boolean;
};

/**
 * Returns true if the process no longer exists, if its machine was restarted, or if it runs on another machine and last
 * changed its file more than half an hour ago. `self` identifies this process in the same form. With `isFresh` a living
 * owner touches its file regularly, so an old file shows its end even if the start time of the process is unknown.
 */
export function hasEnded(owner: ProcessIdentity, {self, touched, now, isFresh = false}: EndCheck): boolean {
	const isSilent = now.getTime() - touched.getTime() > maxSilenceMs;
	if (owner.host !== self.host) return isSilent;
	if (owner.boot !== self.boot || !isRunning(owner.pid)) return true;
	const started = getProcessStart(owner.pid);
	if (owner.started !== '' && started !== '') return owner.started !== started;
	return isFresh && isSilent;
}
