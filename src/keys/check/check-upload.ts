import {CliError} from '../../errors.ts';
import type {EncodingName} from '../../files/encoding.ts';
import {counted} from '../../text/wording.ts';
import type {KeysPorts} from '../keys-ports.ts';
import type {Source} from '../read/upload-source.ts';
import {type CheckedRow, type CheckedRows, type LeftOutRow, toLeftOutRow} from '../rows/checked-row.ts';
import {readValues} from '../store/spool.ts';
import type {Workspace} from '../store/workspace.ts';
import {type CheckedFile, type CheckOptions, checkFile} from './check-file.ts';
import {createErrorList, type ErrorList} from './error-list.ts';
import {checkMangledKeys} from './mangled-keys.ts';
import type {Mark} from './row-marks.ts';
import {warnUnknownTypes} from './unknown-types.ts';

export type UploadOptions = CheckOptions & {
	readonly file: string;
	/** Undefined detects UTF-8 and UTF-16. */
	readonly encoding: EncodingName | undefined;
	readonly skipInvalid: boolean;
};

type CheckPorts = Pick<KeysPorts, 'note' | 'warn' | 'progress'> & {
	readonly workspace: Workspace;
	/** Connects to look up keys that look mangled, and license types; undefined if the registry must not be read. */
	readonly connect: KeysPorts['connect'] | undefined;
};

/**
 * Checks every row of the file. Throws CliError (usage) that lists the first errors; if there are more, all of them are
 * written to `<file>.problems.csv`. With `skipInvalid`, the errors become notes and their rows are left out.
 */
export async function checkUpload(
	source: Source,
	options: UploadOptions,
	{workspace, note, warn, progress, connect}: CheckPorts,
): Promise<CheckedRows> {
	const leftOut = await workspace.spool('left');
	const errors = await createErrorList(workspace);
	const job = progress.start({what: 'checking', total: source.size, unit: 'bytes'});
	const checking = checkFile(withProgress(source, job.advance), {...options, note}, {workspace, leftOut, errors});
	const checked = await checking.finally(job.end);
	const {marks, shape, path, checksum} = checked;
	// Other errors already prevent the import, so reading the registry would be useless.
	const connectOnce = errors.count === 0 ? connect : undefined;
	if (checked.mangled > 0) await checkMangledKeys(checked.mangledPath, await connectOnce?.(), {marks, errors});
	await errors.close();
	if (errors.count > 0) await reportErrors({errors, checked}, {source, skipInvalid: options.skipInvalid, note});
	if (checked.licenseTypes.size > 0) {
		if (connect) await warnUnknownTypes(checked.licenseTypes, await connect(), warn);
		else await note('license types were not checked, since the registry was not read (keys diff checks them)');
	}
	const merged = marks.countOf('merged');
	return {
		blocks: readSent(checked, row => leftOut.add(row)),
		count: checked.rows - merged - marks.invalid,
		file: marks.areAllSent ? {path, checksum} : undefined,
		shape,
		merged,
		invalid: checked.invalid + marks.invalid,
		leftOut,
	};
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

type FoundErrors = {readonly errors: ErrorList; readonly checked: Pick<CheckedFile, 'unreadable'>};
type ReportOptions = Pick<UploadOptions, 'skipInvalid'> & Pick<CheckPorts, 'note'> & {readonly source: Source};

/** Throws CliError (usage), unless the rows with errors can be left out. */
async function reportErrors({errors, checked}: FoundErrors, {source, skipInvalid, note}: ReportOptions): Promise<void> {
	const report = await errors.writeReport(source.name);
	if (!skipInvalid || checked.unreadable) throw uploadError(source.name, {errors, checked}, report);
	const sum = `${source.name} has ${counted(errors.count, 'error')}; the rows with errors are left out`;
	await note(report ? `${sum} (full list: ${report})` : sum);
	for (const line of errors.print()) await note(line);
}

function uploadError(name: string, {errors, checked}: FoundErrors, report: string | undefined): CliError {
	const advice = checked.unreadable
		? 'correct the file; to see the columns: usagectl keys template'
		: 'correct the file, or add --skip-invalid to import the other rows';
	return new CliError('usage', `${name} has ${counted(errors.count, 'error')}; nothing was sent`, {
		hint: report ? `see all errors in ${report}; ${advice}` : advice,
		code: 'input-file',
		problems: errors.print().map(line => `${name}:${line}`),
	});
}

const reasons: Readonly<Partial<Record<Mark, string>>> = {
	contradicts: 'the key is in several rows with different values',
	mangled: 'the key looks mangled by a spreadsheet or an encoding',
};

async function* readSent(
	{path, marks, shape}: CheckedFile,
	leaveOut: (row: LeftOutRow) => void,
): AsyncGenerator<readonly CheckedRow[]> {
	let index = 0;
	const isSent = (row: CheckedRow) => {
		const mark = marks.get(index++);
		const reason = reasons[mark];
		if (reason !== undefined) leaveOut(toLeftOutRow(row, reason, shape));
		return mark === 'sent';
	};
	for await (const rows of readValues<CheckedRow>(path)) yield rows.filter(isSent);
}
