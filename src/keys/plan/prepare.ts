import {CliError} from '../../errors.ts';
import {writeFileAtomic} from '../../files/atomic-file.ts';
import {counted} from '../../text/wording.ts';
import {type CheckedFile, type CheckOptions, checkFile} from '../check/check-file.ts';
import {createProblemList, type ProblemList} from '../check/error-list.ts';
import {RowMarks} from '../check/row-marks.ts';
import {judgeSuspects} from '../check/suspects.ts';
import type {KeysPorts} from '../keys-ports.ts';
import {openSource, type Source} from '../read/upload-source.ts';
import type {ReadKeys} from '../registry/read-keys.ts';
import type {CheckedRow} from '../rows/checked-row.ts';
import {writable} from '../rows/key-columns.ts';
import {nameBeside, toCsv} from '../store/row-file.ts';
import type {Spool} from '../store/spool.ts';
import type {Workspace} from '../store/workspace.ts';

/** Rows that can be compared with the registry and sent, on disk in the workspace. */
export type PreparedRows = Pick<CheckedFile, 'path' | 'measure' | 'rows' | 'marks' | 'shape'> & {
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

type Parts = Pick<KeysPorts, 'note' | 'progress'> & {
	readonly workspace: Workspace;
	/** For keys that look damaged; absent: the registry is not read. */
	readonly openRegistry?: () => Promise<ReadKeys>;
};

/** Opens the file to upload for the lifetime of the workspace. */
export async function openInput(file: string, workspace: Workspace, {stdin}: KeysPorts): Promise<Source> {
	const source = await openSource(file, {stdin, folder: workspace.folder});
	workspace.owns(source.close);
	return source;
}

/**
 * Checks every row of the file. Throws CliError usage with all mistakes, the first ones in the message, all of them in
 * `<file>.problems.csv`; with `skipInvalid` they are noted and their rows left out.
 */
export async function prepareRows(source: Source, options: PrepareOptions, parts: Parts): Promise<PreparedRows> {
	const {workspace, note, progress, openRegistry} = parts;
	const left = await workspace.spool('left');
	const problems = await createProblemList(workspace);
	const job = progress.start({what: 'checking', total: source.size, unit: 'bytes'});
	const checked = await checkFile(withProgress(source, job.advance), options, {workspace, left, problems}).finally(
		job.end,
	);
	if (checked.suspects > 0) {
		// The registry is read only when nothing else keeps the file from being sent.
		const readKeys = problems.count === 0 ? await openRegistry?.() : undefined;
		await judgeSuspects(checked.suspectsPath, readKeys, {marks: checked.marks, problems});
	}
	await problems.close();
	if (problems.count > 0) {
		const report = await writeReport(problems, source.name);
		if (!options.skipInvalid || checked.unreadable) throw mistakesError(source.name, {problems, report, checked});
		const mistakes = `${source.name} has ${counted(problems.count, 'mistake')}; the rows with them are left out`;
		await note(report ? `${mistakes} (all of them: ${report})` : mistakes);
		for (const line of problems.print()) await note(line);
	}
	return {...checked, left};
}

const withProgress = (source: Source, onBytes: (count: number) => void): Source => ({
	...source,
	text: async function* () {
		for await (const chunk of source.text()) {
			onBytes(chunk.length);
			yield chunk;
		}
	},
});

type Mistakes = {
	readonly problems: ProblemList;
	readonly report: string | undefined;
	readonly checked: Pick<CheckedFile, 'unreadable'>;
};

function mistakesError(name: string, {problems, report, checked}: Mistakes): CliError {
	const advice = checked.unreadable
		? 'correct the file; usagectl keys template prints the columns'
		: 'correct the file, or send the other rows: --skip-invalid';
	return new CliError('usage', `${name} has ${counted(problems.count, 'mistake')}; nothing was sent`, {
		hint: report ? `all of them are in ${report}; ${advice}` : advice,
		code: 'input-file',
		problems: problems.print().map(line => `${name}:${line}`),
	});
}

/** Keeps rows that need no check, because they come from no file. */
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
	const measure = await spool.close();
	return {
		measure,
		path: workspace.path('rows'),
		marks: new RowMarks(),
		shape: {format: 'csv', columns: writable.map(column => column.name)},
		rows,
		invalid: 0,
		left: await workspace.spool('left'),
	};
}

/** Writes all mistakes to a file beside the upload, where the message cannot hold them; returns its name. */
async function writeReport(problems: ProblemList, name: string): Promise<string | undefined> {
	if (!problems.isLong) return undefined;
	const path = nameBeside(name, 'problems.csv');
	// A folder that cannot be written must not hide the mistakes themselves.
	return writeFileAtomic(path, toCsv(problems.dataset), {mode: 0o600}).then(
		() => path,
		() => undefined,
	);
}
