import {existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {homedir, tmpdir} from 'node:os';
import {join, resolve} from 'node:path';

/** What a process did to the places around it, and what it took. */
export type Traces = {
	/** Files where nobody named a place: in its home, among temporary files, in the folder it ran in. */
	readonly strays: readonly string[];
	/** Peak memory of the largest process; absent when none came to an ordinary end. */
	readonly megabytes?: number;
	readonly polluted: boolean;
};
export type Surroundings = {
	/** Goes over the process's environment. */
	readonly env: Readonly<Record<string, string>>;
	/** What a process took so far: for one that is about to be killed, and cannot tell. */
	readonly measure: (pid: number | undefined) => void;
	/** Once it has ended; the places are gone then. */
	readonly look: () => Traces;
};

/** Enough for every run; a heap that needs more ends with 134, which no test expects. */
const heapCeiling = '--max-old-space-size=256';
const witness = resolve(import.meta.dirname, '../preload/witness.cjs');

/** What tools and other tests write in the project's folder. */
const othersWrite = /^(node_modules|reports|coverage|dist)$/;
/** Visible things, and what is half written. */
const list = (folder: string): string[] =>
	readdirSync(folder).filter(
		name => !othersWrite.test(name) && (!name.startsWith('.') || name.endsWith('.part') || name.includes('usagectl')),
	);

/** A home and a place for temporary files of its own, and a witness of its end, for a process that runs in `cwd`. */
export function createSurroundings(cwd = process.cwd()): Surroundings {
	const folder = mkdtempSync(join(tmpdir(), 'usagectl-around-'));
	const [home, temporary, seen] = ['home', 'tmp', 'seen'].map(name => join(folder, name)) as [string, string, string];
	for (const place of [home, temporary, seen]) mkdirSync(place);
	const before = new Set(list(cwd));
	const look = (): Traces => {
		const strays = [
			...list(cwd).filter(name => !before.has(name)),
			...[home, temporary].flatMap(place => readdirSync(place).map(name => `${place.split('/').at(-1)}/${name}`)),
		];
		const told = readdirSync(seen).map(name => JSON.parse(readFileSync(join(seen, name), 'utf8') || '{}'));
		const peaks = told.map(each => Number(each.megabytes ?? 0));
		rmSync(folder, {recursive: true, force: true});
		return {
			strays,
			...(peaks.length ? {megabytes: Math.max(...peaks)} : {}),
			polluted: told.some(each => each.polluted === true),
		};
	};
	const measure = (pid: number | undefined) => {
		const status = `/proc/${pid}/status`;
		const [, kilobytes] = existsSync(status) ? (/VmHWM:\s*(\d+)/.exec(readFileSync(status, 'utf8')) ?? []) : [];
		if (kilobytes)
			writeFileSync(join(seen, String(pid)), JSON.stringify({megabytes: Math.round(Number(kilobytes) / 1024)}));
	};
	return {
		env: {
			HOME: home,
			TMPDIR: temporary,
			// Compiled code is kept between runs, as it is for a person.
			XDG_CACHE_HOME: process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'),
			NODE_OPTIONS: `${heapCeiling} --require "${witness}"`,
			WITNESS_TO: seen,
		},
		measure,
		look,
	};
}
