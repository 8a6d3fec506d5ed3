import type {Dirent, Stats} from 'node:fs';
import {mkdir, open, readdir, readFile, rm, stat} from 'node:fs/promises';
import {CliError} from '../errors.ts';
import {withDiskErrors} from './disk-error.ts';
import {DiskFile} from './disk-file.ts';
import {type Content, createFileAtomic, writeNewFile} from './file-bytes.ts';
import {moveFile, resolveLinks, syncFolder} from './platform.ts';
import {makeFolder} from './trust/foreign-files.ts';

/** The operations of node:fs that the program uses. Their system errors become CliError `disk`: "cannot write PATH: the disk is full". */
class Disk {
	readonly #reported: {readonly action: string; readonly path: string} | undefined;

	constructor(reported?: {readonly action: string; readonly path: string}) {
		this.#reported = reported;
	}

	/** Returns a disk whose errors all say "cannot ACTION PATH", for operations that the user knows as one. */
	reporting(action: string, path: string): Disk {
		return new Disk({action, path});
	}

	#attempt<T>(action: string, path: string, work: () => Promise<T>): Promise<T> {
		const reported = this.#reported ?? {action, path};
		return withDiskErrors(reported.action, reported.path, work);
	}

	read(path: string): Promise<Buffer> {
		return this.#attempt('read', path, () => readFile(path));
	}

	readText(path: string): Promise<string> {
		return this.#attempt('read', path, () => readFile(path, 'utf8'));
	}

	/** Reads a file in chunks. */
	async *readChunks(path: string): AsyncGenerator<Buffer> {
		const file = await this.open(path, 'r');
		try {
			yield* file.chunks();
		} finally {
			await file.close();
		}
	}

	stat(path: string): Promise<Stats> {
		return this.#attempt('read', path, () => stat(path));
	}

	list(folder: string): Promise<readonly string[]> {
		return this.#attempt('read', folder, () => readdir(folder));
	}

	/** Lists a folder with the types of its entries; that of a link is not the one of its target. */
	listEntries(folder: string): Promise<readonly Dirent[]> {
		return this.#attempt('read', folder, () => readdir(folder, {withFileTypes: true}));
	}

	/** The path without links. */
	realPath(path: string): Promise<string> {
		return this.#attempt('read', path, () => resolveLinks(path));
	}

	/** Opens a file; its methods throw as these do. */
	async open(path: string, flags: 'r' | 'a' | 'wx' | number, mode?: number): Promise<DiskFile> {
		const {action, path: reported} = this.#reported ?? {action: flags === 'r' ? 'read' : 'write', path};
		return new DiskFile(await withDiskErrors(action, reported, () => open(path, flags, mode)), action, reported);
	}

	/** Makes a file that does not exist yet and flushes it. Returns its size. */
	writeNew(path: string, content: Content, mode: number): Promise<number> {
		return this.#attempt('write', path, () => writeNewFile(path, content, mode));
	}

	/** Makes a file in one step, unless there is one already: of several processes one makes it, and gets true. */
	create(path: string, content: Content, mode: number): Promise<boolean> {
		return this.#attempt('write', path, () => createFileAtomic(path, content, mode));
	}

	/** Renames a file or folder in one step, over whatever file has the new name, and flushes the folder. */
	move(from: string, to: string): Promise<void> {
		return this.#attempt('make', to, () => moveFile(from, to));
	}

	/** Waits until the disk has the names in a folder. */
	syncFolder(folder: string): Promise<void> {
		return this.#attempt('write', folder, () => syncFolder(folder));
	}

	/** Removes a file or a folder with all that is in it, if there is one. */
	remove(path: string): Promise<void> {
		return this.#attempt('remove', path, () => rm(path, {recursive: true, force: true}));
	}

	/** Makes a folder in one that exists. Fails if it exists already. */
	makeNewFolder(path: string, mode: number): Promise<void> {
		return this.#attempt('make the folder', path, () => mkdir(path, {mode}));
	}

	/** Makes a folder, and those above it that are missing. */
	async makeFolder(path: string): Promise<void> {
		await this.#attempt('make the folder', path, () => mkdir(path, {recursive: true}));
	}

	/** Makes a folder, and those above it that are missing, unless another user could exchange one of them. */
	makeSafeFolder(path: string, mode?: number): Promise<void> {
		return this.#attempt('make the folder', path, () => makeFolder(path, mode));
	}
}

export const disk = new Disk();

/** Tells a failure of the disk by the codes of the system. */
export const isDiskError = (error: unknown, ...codes: readonly string[]): error is CliError =>
	error instanceof CliError && error.kind === 'disk' && codes.includes(error.details.code ?? '');
