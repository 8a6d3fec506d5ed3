import {CliError} from '../errors.ts';
import {writeFileAtomic} from '../files/atomic-file.ts';
import {checkFile} from './check.ts';
import type {CheckOptions, FileShape} from './check-options.ts';
import {writable} from './columns.ts';
import {counted} from './counted.ts';
import {RowMarks} from './duplicates.ts';
import {Intake} from './intake.ts';
import {createProblems, type Problems, printFirst} from './problems.ts';
import type {ReadKeys} from './registry.ts';
import type {CheckedRow} from './row.ts';
import {nameBeside, toCsv} from './row-file.ts';
import {openSource, type Source} from './source.ts';
import type {Measure, Spool} from './spool.ts';
import type {Surroundings} from './surroundings.ts';
import {judgeSuspects} from './suspects.ts';
import type {Workspace} from './workspace.ts';

/** Rows that are ready to be compared and sent: on disk in the workspace. */
export type PreparedRows = {
	/** CheckedRow as lines (row-lines.ts). */
	readonly path: string;
	/** Of that file. */
	readonly measure: Measure;
	readonly marks: RowMarks;
	readonly shape: FileShape;
	readonly rows: number;
	/** Rows with mistakes, which `--skip-invalid` leaves out. */
	readonly invalid: number;
	/** Open spool of LeftRow. */
	readonly left: Spool;
};

export type PrepareOptions = CheckOptions & {
	/** The file as the user named it. */
	readonly file: string;
	readonly skipInvalid: boolean;
};

export type PrepareParts = {
	readonly workspace: Workspace;
	readonly note: Surroundings['note'];
	readonly progress: Surroundings['progress'];
	/** For keys that look damaged; absent: the registry is not asked. */
	readonly openRegistry?: () => Promise<ReadKeys>;
};

/** Opens the file to upload for the time of the workspace. */
export async function openInput(file: string, workspace: Workspace, {stdin}: Surroundings): Promise<Source> {
	const source = await openSource(file, {stdin, folder: workspace.folder});
	workspace.owns(source.close);
	return source;
}

/**
 * Checks every row of the file. Throws CliError usage with all mistakes, the first ones in the message, all of them in
 * `<file>.problems.csv`; with `--skip-invalid` they are noted and left out.
 */
export async function prepareRows(
	source: Source,
	options: PrepareOptions,
	{workspace, note, progress, openRegistry}: PrepareParts,
): Promise<PreparedRows> {
	const path = workspace.path('rows');
	const left = await workspace.spool('left');
	const problems = await createProblems(workspace);
	const spools = {good: await workspace.spool('rows'), left, suspects: await workspace.spool('suspects')};
	const intake = new Intake(spools);
	const job = progress.start({what: 'checking', total: source.size, unit: 'bytes'});
	const watched = {...source, text: () => source.text(job.advance)};
	const shape = await checkFile(watched, options, {intake, problems}).finally(job.end);
	const {marks, measure} = await intake.finish(path, shape, problems);
	if (intake.suspects > 0) {
		// The network is asked only when nothing else keeps the file from being sent.
		const readKeys = problems.count() === 0 ? await openRegistry?.() : undefined;
		await judgeSuspects(workspace.path('suspects'), readKeys, {marks, problems});
	}
	await problems.close();
	const prepared = {path, measure, marks, shape, rows: intake.rows, invalid: intake.left + intake.unread, left};
	if (problems.count() === 0) return prepared;
	const report = await writeReport(problems, source.name);
	const faults = counted(problems.count(), 'mistake');
	if (options.skipInvalid && !shape.unusable) {
		await note(
			`${source.name} has ${faults}; the rows with them are left out${report ? ` (all of them: ${report})` : ''}`,
		);
		for (const line of printFirst(problems)) await note(line);
		return prepared;
	}
	throw new CliError('usage', `${source.name} has ${faults}; nothing was sent`, {
		hint: `${report ? `all of them are in ${report}; ` : ''}correct the ${shape.unusable ? 'header' : 'file, or send the other rows: --skip-invalid'}`,
		code: 'input-file',
		problems: printFirst(problems).map(line => `${source.name}:${line}`),
	});
}

/** Keeps rows that come from no file and need no check. */
export async function keepRows(
	blocks: AsyncIterable<readonly CheckedRow[]> | Iterable<readonly CheckedRow[]>,
	workspace: Workspace,
): Promise<PreparedRows> {
	const spool = await workspace.spool('rows');
	let rows = 0;
	for await (const block of blocks) {
		for (const row of block) spool.add(row);
		rows += block.length;
		await spool.settle();
	}
	return {
		path: workspace.path('rows'),
		measure: await spool.close(),
		marks: new RowMarks(),
		shape: {format: 'csv', columns: writable.map(column => column.name)},
		rows,
		invalid: 0,
		left: await workspace.spool('left'),
	};
}

/** All mistakes as a file beside the upload, where the message cannot hold them; its name. */
async function writeReport(problems: Problems, name: string): Promise<string | undefined> {
	if (problems.count() <= problems.first().length) return undefined;
	const path = nameBeside(name, 'problems.csv');
	// A folder that cannot be written must not hide the mistakes themselves.
	return writeFileAtomic(path, toCsv(problems.dataset()), {mode: 0o600}).then(
		() => path,
		() => undefined,
	);
}
