import type {Dirent, Stats} from 'node:fs';
import {mkdir, open, readdir, rm, stat} from 'node:fs/promises';
import {CliError} from '../errors.ts';
import {toDiskError, withDiskErrors} from './disk-error.ts';
import {DiskFile} from './disk-file.ts';
import {type Content, createFileAtomic, openInput, openRegular, readRegular, writeNewFile} from './file-bytes.ts';
import {makeFolders, moveFile, resolveLinks, syncFolder} from './platform.ts';
import {makeFolder} from './trust/foreign-files.ts';

/**
 * The operations of node:fs that the program uses. System errors become CliError (disk): "cannot write PATH: the disk
 * is full".
 */
class Disk {
	readonly #reported: {readonly action: string; readonly path: string} | undefined;

	constructor(reported?: {readonly action: string; readonly path: string}) {
		this.#reported = reported;
	}

	/** Returns a disk whose errors all say "cannot ACTION PATH", for operations that are a single one to the user. */
	reportingAs(action: string, path: string): Disk {
		return new Disk({action, path});
	}

	#attempt<T>(action: string, path: string, work: () => Promise<T>): Promise<T> {
		const reported = this.#reported ?? {action, path};
		return withDiskErrors(reported.action, reported.path, work);
	}

	read(path: string): Promise<Buffer> {
		return this.#attempt('read', path, () => readRegular(path));
	}

	readText(path: string): Promise<string> {
		return this.#attempt('read', path, async () => (await readRegular(path)).toString());
	}

	async *readChunks(path: string): AsyncGenerator<Buffer> {
		const file = await this.open(path, 'r');
		try {
			yield* file.chunks();
		} finally {
			await file.close();
		}
	}

	/** Reads a file that the user typed, which may also be a FIFO, a pipe of the shell or a terminal. */
	async *readInput(path: string): AsyncGenerator<Buffer> {
		const input = await this.#attempt('read', path, () => openInput(path));
		try {
			yield* input;
		} catch (error) {
			throw toDiskError(error, 'read', path);
		}
	}

	stat(path: string): Promise<Stats> {
		return this.#attempt('read', path, () => stat(path));
	}

	list(folder: string): Promise<readonly string[]> {
		return this.#attempt('read', folder, () => readdir(folder));
	}

	/** The type of a link is not that of its target. */
	listEntries(folder: string): Promise<readonly Dirent[]> {
		return this.#attempt('read', folder, () => readdir(folder, {withFileTypes: true}));
	}

	realPath(path: string): Promise<string> {
		return this.#attempt('read', path, () => resolveLinks(path));
	}

	/** Flags as a number also open FIFOs and devices, and may wait. */
	async open(path: string, flags: 'r' | 'a' | 'wx' | number, mode?: number): Promise<DiskFile> {
		const {action, path: reported} = this.#reported ?? {action: flags === 'r' || flags === 0 ? 'read' : 'write', path};
		const openFile = () => (flags === 'r' || flags === 'a' ? openRegular(path, flags, mode) : open(path, flags, mode));
		return new DiskFile(await withDiskErrors(action, reported, openFile), action, reported);
	}

	writeNew(path: string, content: Content, mode: number): Promise<number> {
		return this.#attempt('write', path, () => writeNewFile(path, content, mode));
	}

	create(path: string, content: Content, mode: number): Promise<boolean> {
		return this.#attempt('write', path, () => createFileAtomic(path, content, mode));
	}

	move(from: string, to: string): Promise<void> {
		return this.#attempt('make', to, () => moveFile(from, to));
	}

	syncFolder(folder: string): Promise<void> {
		return this.#attempt('write', folder, () => syncFolder(folder));
	}

	remove(path: string): Promise<void> {
		return this.#attempt('remove', path, () => rm(path, {recursive: true, force: true}));
	}

	/** Fails if the folder exists or its parent does not. */
	makeNewFolder(path: string, mode: number): Promise<void> {
		return this.#attempt('make the folder', path, () => mkdir(path, {mode}));
	}

	async makeFolder(path: string): Promise<void> {
		await this.#attempt('make the folder', path, () => makeFolders(path));
	}

	/** Creates a folder and its parents, unless another user could replace one of them. */
	makeSafeFolder(path: string, mode?: number): Promise<void> {
		return this.#attempt('make the folder', path, () => makeFolder(path, mode));
	}
}

export const disk = new Disk();

export const isDiskError = (error: unknown, ...codes: readonly string[]): error is CliError =>
	error instanceof CliError && error.kind === 'disk' && codes.includes(error.details.code ?? '');
