import {readdirSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import {isAlive} from './lock-owner.ts';

const temporaryName = /^\.(.+)\.(\d+)\.[\da-f]+\.part$/;

/** Removes what killed processes left of that private file, or of any. At once, as such files are read. */
export function sweep(folder: string, file?: string): void {
	for (const entry of readdirSync(folder)) {
		const [, name, pid] = temporaryName.exec(entry) ?? [];
		if (pid && (file === undefined || name === file) && !isAlive(Number(pid)))
			rmSync(join(folder, entry), {force: true});
	}
}

/** Removes what killed runs left in folders that are the tool's own; nothing of it is worth a failure. */
export function sweepFolders(folders: readonly string[]): void {
	for (const folder of folders) {
		try {
			sweep(folder);
		} catch {}
	}
}
