import {mkdtempSync, readdirSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, relative} from 'node:path';
import {onTestFinished} from 'vitest';

/** A folder of the test's own, gone when the test ends. */
export function temporaryFolder(): string {
	const folder = mkdtempSync(join(tmpdir(), 'usagectl-'));
	onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
	return folder;
}

/** The bytes of every file below a folder, by its path there. */
export const readAll = (folder: string): Readonly<Record<string, Buffer>> =>
	Object.fromEntries(
		readdirSync(folder, {recursive: true, withFileTypes: true})
			.filter(entry => entry.isFile())
			.map(entry => join(entry.parentPath, entry.name))
			.map(path => [relative(folder, path), readFileSync(path)]),
	);
