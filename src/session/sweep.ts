import {readdirSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import {isAlive} from './lock-owner.ts';

const temporaryName = /^\.(.+)\.(\d+)\.[\da-f-]+\.part$/;

/** Removes what killed processes left of that file, or of any. At once, as private files are read. */
export function sweep(folder: string, file?: string): void {
	for (const entry of readdirSync(folder)) {
		const [, name, pid] = temporaryName.exec(entry) ?? [];
		if (pid && (file === undefined || name === file) && !isAlive(Number(pid)))
			rmSync(join(folder, entry), {force: true});
	}
}

/** The same where nothing of it is worth a failure. */
export function trySweep(folder: string, file?: string): void {
	try {
		sweep(folder, file);
	} catch {}
}
