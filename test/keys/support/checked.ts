import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {checkFile} from '../../../src/keys/check.ts';
import type {CheckOptions} from '../../../src/keys/check-options.ts';
import {Intake} from '../../../src/keys/intake.ts';
import {createProblems} from '../../../src/keys/problems.ts';
import type {CheckedRow, LeftRow} from '../../../src/keys/row.ts';
import {readRows} from '../../../src/keys/row-lines.ts';
import {openSource} from '../../../src/keys/source.ts';
import {parseLines, readLines} from '../../../src/keys/spool.ts';
import {judgeSuspects} from '../../../src/keys/suspects.ts';
import {withWorkspace} from '../../../src/keys/workspace.ts';
import {temporaryFolder} from '../../support/folders.ts';

export const plainRules = {exactKeys: false, emptyClearsNotes: false, product: undefined};
export const plainOptions: CheckOptions = {
	naming: {map: new Map(), ignoreExtra: false},
	rules: plainRules,
	delimiter: undefined,
};

async function readAll<T>(path: string): Promise<T[]> {
	const all: T[] = [];
	for await (const lines of readLines(path)) all.push(...parseLines<T>(lines));
	return all;
}

/** Checks a file of that content and answers all that came of it. */
export async function checked(content: string | Uint8Array, options: Partial<CheckOptions> = {}, name = 'keys.csv') {
	const stateDir = temporaryFolder();
	const file = join(temporaryFolder(), name);
	writeFileSync(file, content);
	return withWorkspace({stateDir}, async workspace => {
		const source = await openSource(file, {stdin: () => [] as never, folder: workspace.folder});
		workspace.owns(source.close);
		const left = await workspace.spool('left');
		const spools = {good: await workspace.spool('rows'), left, suspects: await workspace.spool('suspects')};
		const intake = new Intake(spools);
		const problems = await createProblems(workspace);
		const shape = await checkFile(source, {...plainOptions, ...options}, {intake, problems});
		const {marks} = await intake.finish(workspace.path('rows'), shape, problems);
		await judgeSuspects(workspace.path('suspects'), undefined, {marks, problems});
		await Promise.all([left.close(), problems.close()]);
		const rows: CheckedRow[] = [];
		for await (const block of readRows<CheckedRow>(workspace.path('rows'), shape)) rows.push(...block);
		const listed: string[] = [];
		for await (const block of problems.dataset().blocks) {
			listed.push(...block.map(([line, column, field, message]) => `${line}:${column} ${field ?? ''}: ${message}`));
		}
		return {
			shape,
			rows,
			updates: rows.map(row => row.update),
			marks: rows.map((_, index) => marks.get(index)),
			left: await readAll<LeftRow>(workspace.path('left')),
			problems: listed,
		};
	});
}
