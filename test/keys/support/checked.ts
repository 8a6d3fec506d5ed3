import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {type CheckOptions, checkFile} from '../../../src/keys/check/check-file.ts';
import {createErrorList} from '../../../src/keys/check/error-list.ts';
import {checkMangledKeys} from '../../../src/keys/check/mangled-keys.ts';
import {openSource} from '../../../src/keys/read/upload-source.ts';
import type {CheckedRow, LeftOutRow} from '../../../src/keys/rows/checked-row.ts';
import {readValues} from '../../../src/keys/store/spool.ts';
import {withWorkspace} from '../../../src/keys/store/workspace.ts';
import {temporaryFolder} from '../../support/disk/folders.ts';

export const plainRules = {exactKeys: false, product: undefined};
const plainOptions: CheckOptions = {
	naming: {map: new Map(), ignoreExtra: false},
	emptyClearsNotes: false,
	rules: plainRules,
};

async function readAll<T>(path: string): Promise<T[]> {
	const all: T[] = [];
	for await (const values of readValues<T>(path)) all.push(...values);
	return all;
}

/** Checks a file with this content, and returns all results. */
export async function checked(content: string | Uint8Array, options: Partial<CheckOptions> = {}, name = 'keys.csv') {
	const stateDir = temporaryFolder();
	const file = join(temporaryFolder(), name);
	writeFileSync(file, content);
	return withWorkspace({stateDir}, async workspace => {
		const source = await openSource(file, {stdin: () => [] as never, note: async () => {}, workspace});
		const leftOut = await workspace.spool('left');
		const errors = await createErrorList(workspace);
		const found = await checkFile(source, {...plainOptions, ...options}, {workspace, leftOut, errors});
		await checkMangledKeys(found.mangledPath, undefined, {marks: found.marks, errors});
		await Promise.all([leftOut.close(), errors.close()]);
		const rows = await readAll<CheckedRow>(found.path);
		const listed: string[] = [];
		for await (const block of errors.rows) {
			listed.push(...block.map(([line, column, field, message]) => `${line}:${column} ${field ?? ''}: ${message}`));
		}
		return {
			columns: found.columns,
			rows,
			updates: rows.map(row => row.update),
			marks: rows.map((_, index) => found.marks.get(index)),
			left: await readAll<LeftOutRow>(workspace.path('left')),
			problems: listed,
		};
	});
}
