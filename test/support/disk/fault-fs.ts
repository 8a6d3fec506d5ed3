import fs from 'node:fs';
import {syncBuiltinESMExports} from 'node:module';
import {basename, dirname, join} from 'node:path';
import {createTemporaryName} from '../../../src/files/temporary-names.ts';

/** What the disk does at the n-th operation that changes something (the first is 1). */
export type Fault =
	/** The process is gone: that operation is half done (a write) or not at all, and nothing happens after it. */
	| {readonly kind: 'kill'; readonly at: number}
	/** That one operation fails. */
	| {readonly kind: 'error'; readonly at: number; readonly code: string}
	/** That write, and each after it, finds no room. */
	| {readonly kind: 'full'; readonly at: number}
	/** That write takes only a part, as a disk may. */
	| {readonly kind: 'short'; readonly at: number}
	/** The process is gone from the moment on that this says so. */
	| {readonly kind: 'switch'; readonly isDead: () => boolean}
	| {readonly kind: 'none'};

const functions = ['open', 'mkdir', 'rename', 'rm', 'writeFile', 'link', 'utimes'] as const;
const methods = ['write', 'sync', 'datasync', 'truncate', 'writeFile'] as const;
type Operation = (...args: unknown[]) => Promise<unknown>;

const failure = (code: string) =>
	Object.assign(new Error(`${code}: as the test wants it`), {code, errno: -1, syscall: 'write'});
class Killed extends Error {
	override readonly name = 'Killed';
}

const createInjector = (fault: Fault) => {
	let count = 0;
	let dead = false;
	const halve = (args: readonly unknown[]) => {
		const [bytes, ...rest] = args;
		if (!(bytes instanceof Uint8Array)) return args;
		const [from = 0, length = bytes.length] = rest as number[];
		return [bytes, from, Math.max(1, Math.floor(length / 2))];
	};
	const inject = async (name: string, real: Operation, args: unknown[]): Promise<unknown> => {
		if (dead || (fault.kind === 'switch' && fault.isDead())) throw new Killed();
		count++;
		if (fault.kind === 'none' || fault.kind === 'switch' || count < fault.at) return real(...args);
		const isWrite = name === 'write' || name === 'writeFile';
		if (fault.kind === 'full') {
			if (isWrite) throw failure('ENOSPC');
			return real(...args);
		}
		if (count > fault.at) return real(...args);
		// To remove a file needs no room: unlink(2) has no such error.
		if (fault.kind === 'error' && fault.code === 'ENOSPC' && name === 'rm') return real(...args);
		if (fault.kind === 'error') throw failure(fault.code);
		if (fault.kind === 'short') return name === 'write' ? real(...halve(args)) : real(...args);
		dead = true;
		if (name === 'write') await real(...halve(args));
		throw new Killed();
	};
	return {inject, count: () => count};
};

const isForReading = (flags: unknown) =>
	flags === undefined || flags === 'r' || (typeof flags === 'number' && (flags & fs.constants.O_APPEND) === 0);

/** Runs it over a disk with a fault. Returns how many operations there were, and what was thrown. */
export const withFault = async (
	fault: Fault,
	run: () => Promise<unknown>,
): Promise<{operations: number; thrown?: unknown}> => {
	const {inject, count} = createInjector(fault);
	const promises = fs.promises as unknown as Record<string, Operation>;
	const handle = await fs.promises.open('/dev/null');
	const prototype = Object.getPrototypeOf(handle) as Record<string, Operation>;
	await handle.close();
	const undo: (() => void)[] = [];
	const patch = (target: Record<string, Operation>, name: string) => {
		const real = target[name] as Operation;
		target[name] = function (this: unknown, ...args: unknown[]) {
			// opening to read changes nothing
			if (name === 'open' && isForReading(args[1])) return real.apply(this, args);
			return inject(name, real.bind(this), args);
		};
		undo.push(() => {
			target[name] = real;
		});
	};
	for (const name of functions) patch(promises, name);
	for (const name of methods) patch(prototype, name);
	syncBuiltinESMExports();
	try {
		await run();
		return {operations: count()};
	} catch (thrown) {
		return {operations: count(), thrown};
	} finally {
		for (const each of undo) each();
		syncBuiltinESMExports();
	}
};

/** No process has this number. */
export const deadPid = 4_194_999;

/** A temporary name of a process of this machine that has this number. */
export const leftoverOf = (pid: number): string => createTemporaryName().replace(/^((?:[^-]+-){3})\d+/, `$1${pid}`);

/** After a kill in this process: whoever it says to own something here is gone. */
export const buryOwners = (folder: string): void => {
	for (const name of fs.readdirSync(folder, {recursive: true, encoding: 'utf8'})) {
		const path = join(folder, name);
		if (!/\.lock/.test(name) || !fs.statSync(path).isFile()) continue;
		const text = fs.readFileSync(path, 'utf8');
		fs.writeFileSync(path, text.replace(/"pid":\d+/, `"pid":${deadPid}`));
	}
	const isTemporary = (name: string) => basename(name).startsWith('.usagectl-') && name.endsWith('.part');
	for (const name of fs.readdirSync(folder, {recursive: true, encoding: 'utf8'}).filter(isTemporary))
		fs.renameSync(join(folder, name), join(folder, dirname(name), leftoverOf(deadPid)));
};
