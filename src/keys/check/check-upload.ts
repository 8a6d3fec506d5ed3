import type {EncodingName} from '../../files/encoding.ts';
import {counted} from '../../text/wording.ts';
import type {KeysPorts} from '../keys-ports.ts';
import type {Source} from '../read/upload-source.ts';
import {type CheckedRow, type CheckedRows, type LeftOutRow, toLeftOutRow} from '../rows/checked-row.ts';
import {readValues} from '../store/spool.ts';
import type {Workspace} from '../store/workspace.ts';
import {type CheckedFile, type CheckOptions, checkFile} from './check-file.ts';
import {createErrorList, reportErrors} from './error-list.ts';
import {checkMangledKeys} from './mangled-keys.ts';
import type {Mark} from './row-marks.ts';
import {checkTypes} from './unknown-types.ts';

export type UploadOptions = CheckOptions & {
	readonly file: string;
	/** Undefined detects UTF-8 and UTF-16. */
	readonly encoding: EncodingName | undefined;
	readonly skipInvalid: boolean;
	/** Accepts new keys and license types that resemble existing ones. */
	readonly allowSimilar: boolean;
};

type CheckPorts = Pick<KeysPorts, 'note' | 'warn' | 'isAsked' | 'progress'> & {
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
	{workspace, note, warn, isAsked, progress, connect}: CheckPorts,
): Promise<CheckedRows> {
	const leftOut = await workspace.spool('left');
	const errors = await createErrorList(workspace);
	const job = progress.start({what: 'checking', total: source.size, unit: 'bytes'});
	const checking = checkFile(withProgress(source, job.advance), {...options, note}, {workspace, leftOut, errors});
	const checked = await checking.finally(job.end);
	const {marks, columns, form, path, checksum} = checked;
	// Other errors already prevent the import, so reading the registry would be useless.
	const connectOnce = errors.count === 0 ? connect : undefined;
	if (checked.mangled > 0) await checkMangledKeys(checked.mangledPath, await connectOnce?.(), {marks, errors});
	await errors.close();
	const {skipInvalid} = options;
	if (errors.count > 0)
		await reportErrors({name: source.name, form, errors, unreadable: checked.unreadable, skipInvalid}, note);
	if (checked.earlyDates > 0)
		await warn(`${counted(checked.earlyDates, 'expiry date')} before 2000, first ${checked.firstEarlyDate}`);
	if (checked.licenseTypes.size > 0) {
		const {allowSimilar} = options;
		if (connect) await checkTypes(checked.licenseTypes, await connect(), {note, warn, isAsked, allowSimilar});
		else await warn('license types were not checked, since the registry was not read (omit --no-diff to check them)');
	}
	const merged = marks.countOf('merged');
	return {
		blocks: readSent(checked, row => leftOut.add(row)),
		count: checked.rows - merged - marks.invalid,
		file: marks.areAllSent ? {path, checksum} : undefined,
		columns,
		form,
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

const reasons: Readonly<Partial<Record<Mark, string>>> = {
	contradicts: 'the key is in several rows with different values',
	mangled: 'the key looks mangled by a spreadsheet or an encoding',
};

/** Reads the valid rows again, without those that are left out because of other rows. */
async function* readSent(
	{path, marks}: CheckedFile,
	leaveOut: (row: LeftOutRow) => void,
): AsyncGenerator<readonly CheckedRow[]> {
	let index = 0;
	const isSent = (row: CheckedRow) => {
		const mark = marks.get(index++);
		const reason = reasons[mark];
		if (reason !== undefined) leaveOut(toLeftOutRow(row, reason));
		return mark === 'sent';
	};
	for await (const rows of readValues<CheckedRow>(path)) yield rows.filter(isSent);
}
