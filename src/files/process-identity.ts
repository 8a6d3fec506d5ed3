import {readFileSync} from 'node:fs';
import {hostname} from 'node:os';

/** Identifies a process beyond its number, which the system uses again. */
export type ProcessIdentity = {
	readonly pid: number;
	readonly host: string;
	/** When the process started, in ticks of the kernel; empty where /proc is missing. */
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

/** The number of the process that started this one: the shell of a terminal. */
export const getParent = (): number => process.ppid;

/** The identity of this process. */
export const getIdentity = (): ProcessIdentity => ({
	pid: process.pid,
	host: hostname(),
	started: getStart(process.pid),
	boot: readText('/proc/sys/kernel/random/boot_id'),
});

/** Processes of another machine (a shared folder) cannot be asked for: they count as dead after this time without a change. */
const foreignSilenceMs = 30 * 60_000;

/**
 * Whether the process has ended: it is gone, its machine was restarted, or it is on another machine and what it owns was last
 * changed half an hour ago. `self` is the identity of this process in the same form.
 */
export function isDead(
	owner: ProcessIdentity,
	{self, touched, now}: {readonly self: ProcessIdentity; readonly touched: Date; readonly now: Date},
): boolean {
	if (owner.host !== self.host) return now.getTime() - touched.getTime() > foreignSilenceMs;
	if (owner.boot !== self.boot) return true;
	return !isRunning(owner.pid) || (owner.started !== '' && owner.started !== getStart(owner.pid));
}
