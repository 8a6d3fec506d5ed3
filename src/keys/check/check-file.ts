import {counted} from '../../text/wording.ts';
import {writableNames} from '../read/column-names.ts';
import {type ReadOptions, readUploadFile, templateHint} from '../read/upload-file.ts';
import type {Source} from '../read/upload-source.ts';
import type {CheckedRow} from '../rows/checked-row.ts';
import {fileError} from '../rows/input-error.ts';
import type {CsvForm} from '../store/importable-csv.ts';
import {type Checksum, readValues, type Spool} from '../store/spool.ts';
import type {Workspace} from '../store/workspace.ts';
import type {CheckRules} from './check-row.ts';
import {findDuplicates} from './duplicates.ts';
import type {ErrorList} from './error-list.ts';
import {RowChecker} from './row-checker.ts';
import type {RowMarks} from './row-marks.ts';

export type CheckOptions = ReadOptions & {readonly rules: CheckRules};

export type CheckedFile = {
	readonly columns: readonly string[];
	readonly form: CsvForm | undefined;
	readonly rows: number;
	/** The workspace file with the valid rows, one CheckedRow per line. */
	readonly path: string;
	readonly checksum: Checksum;
	readonly marks: RowMarks;
	/** The number of rows with errors, which includes text that is not a row at all. */
	readonly invalid: number;
	/** The number of rows whose keys look mangled or may lack letters. */
	readonly mangled: number;
	/** The workspace file with the rows whose keys look mangled, one MangledKey per line. */
	readonly mangledPath: string;
	/** The license types of the valid rows, at most a hundred. */
	readonly licenseTypes: ReadonlySet<string>;
	/** The number of expiry dates before 2000. */
	readonly earlyDates: number;
	readonly firstEarlyDate: string;
	/** True if the file could not be read to its end or its header is wrong, so that no row can be sent. */
	readonly unreadable: boolean;
};

/**
 * Reads the whole file once and checks every row. Valid rows go to the workspace, rows with errors to `leftOut`, the
 * errors to `errors`. Throws CliError (usage) if the file has no rows or is not text.
 */
export async function checkFile(
	source: Source,
	options: CheckOptions,
	to: {readonly workspace: Workspace; readonly leftOut: Spool; readonly errors: ErrorList},
): Promise<CheckedFile> {
	const {workspace, errors} = to;
	const {format, blocks, form} = await readUploadFile(source, options);
	const spools = {good: await workspace.spool('rows'), mangled: await workspace.spool('mangled')};
	const checker = new RowChecker(options.rules, {...spools, leftOut: to.leftOut, errors});
	for await (const block of blocks) {
		checker.takeAll(block);
		if (checker.hasFatalError) break;
		await checker.flushIfFull();
	}
	if (checker.unquoted > 0)
		await options.note?.(
			`${counted(checker.unquoted, 'key')} read without the quotes of a spreadsheet, such as '0001 or ="0001" (to keep them, add --exact-keys)`,
		);
	if (checker.rows + errors.count === 0) throw fileError(`${source.name} has no rows`, {hint: templateHint});
	const path = workspace.path('rows');
	const checksum = await spools.good.close();
	await spools.mangled.close();
	const marks = await findDuplicates(
		() => readValues<CheckedRow>(path),
		checker.possibleDuplicates,
		error => errors.add(error),
	);
	const columns = format === 'csv' ? checker.columns : writableNames;
	const {rows, invalid, mangled, licenseTypes, earlyDates, firstEarlyDate, unreadable} = checker;
	const mangledPath = workspace.path('mangled');
	const doubtful = {mangled, mangledPath, licenseTypes, earlyDates, firstEarlyDate};
	return {columns, form, rows, path, checksum, marks, invalid, ...doubtful, unreadable};
}
