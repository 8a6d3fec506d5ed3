import type {InputItem} from '../read/input-row.ts';
import {type ReadOptions, readUploadFile, templateHint} from '../read/upload-file.ts';
import type {Source} from '../read/upload-source.ts';
import type {CheckedRow, FileShape, LeftRow} from '../rows/checked-row.ts';
import {fileError, type InputError} from '../rows/input-error.ts';
import {type Measure, readValues, type Spool} from '../store/spool.ts';
import type {Workspace} from '../store/workspace.ts';
import {type CheckRules, checkRow} from './check-row.ts';
import {findDuplicates} from './duplicates.ts';
import type {ErrorList} from './error-list.ts';
import {KeySet} from './key-set.ts';
import type {RowMarks} from './row-marks.ts';
import type {Suspect} from './suspects.ts';

export type CheckOptions = ReadOptions & {readonly rules: CheckRules};

export type CheckedFile = {
	readonly shape: FileShape;
	/** Good rows, and their file in the workspace: CheckedRow as lines. */
	readonly rows: number;
	readonly path: string;
	readonly measure: Measure;
	readonly marks: RowMarks;
	/** Rows with errors, and places that are not rows. */
	readonly invalid: number;
	/** Rows whose keys look damaged, and their file in the workspace: Suspect as lines. */
	readonly suspects: number;
	readonly suspectsPath: string;
	/** No row can be sent: the file could not be read to its end, or its header is wrong. */
	readonly unreadable: boolean;
};

/**
 * Reads the whole file once and checks every row. Rows that can be sent are kept in the workspace, rows with errors go to
 * `left`, the errors to `errors`. Throws CliError usage for a file without rows or text.
 */
export async function checkFile(
	source: Source,
	options: CheckOptions,
	to: {readonly workspace: Workspace; readonly left: Spool; readonly errors: ErrorList},
): Promise<CheckedFile> {
	const {workspace, errors} = to;
	const {format, blocks} = await readUploadFile(source, options);
	const spools = {good: await workspace.spool('rows'), suspects: await workspace.spool('suspects')};
	const checker = new RowChecker(options.rules, {...spools, left: to.left, errors});
	for await (const block of blocks) {
		checker.takeAll(block);
		if (checker.isOver) break;
		await checker.settle();
	}
	if (checker.rows + errors.count === 0) throw fileError(`${source.name} has no rows`, {hint: templateHint});
	const path = workspace.path('rows');
	const measure = await spools.good.close();
	await spools.suspects.close();
	const marks = await findDuplicates(
		() => readValues<CheckedRow>(path),
		checker.repeated,
		error => errors.add(error),
	);
	const shape = {format, columns: format === 'csv' ? checker.columns : []};
	const {rows, invalid, suspects, unreadable} = checker;
	return {shape, rows, path, measure, marks, invalid, suspects, suspectsPath: workspace.path('suspects'), unreadable};
}

type Targets = {
	readonly good: Spool;
	readonly suspects: Spool;
	readonly left: Spool;
	readonly errors: ErrorList;
};

/** Sorts the rows of a file as they are read, and remembers their keys. */
class RowChecker {
	rows = 0;
	invalid = 0;
	suspects = 0;
	unreadable = false;
	/** Nothing that follows can be read. */
	isOver = false;
	/** Our names of the columns that the first row has. */
	columns: readonly string[] = [];
	/** Keys that may be in several rows. */
	readonly repeated = new KeySet();
	readonly #keys = new KeySet();
	readonly #rules: CheckRules;
	readonly #to: Targets;
	readonly #targets: readonly (Spool | ErrorList)[];

	constructor(rules: CheckRules, to: Targets) {
		this.#rules = rules;
		this.#to = to;
		this.#targets = Object.values(to);
	}

	/** Takes items up to the first one after which nothing can be read. */
	takeAll(items: readonly InputItem[]): void {
		for (const item of items) {
			this.#take(item);
			if (this.isOver) return;
		}
	}

	#take(item: InputItem): void {
		if ('error' in item) {
			this.invalid++;
			const {fatal = false, isOfAll = false} = item.error;
			this.isOver ||= fatal;
			this.unreadable ||= fatal || isOfAll;
			this.#to.errors.add(item.error);
			return;
		}
		const {row} = item;
		if (this.columns.length === 0) this.columns = row.fields.flatMap(({column}) => (column ? [column.name] : []));
		const checked = checkRow(row, this.#rules);
		if ('row' in checked) {
			this.#keep(checked.row, checked.suspicion);
			return;
		}
		this.invalid++;
		for (const error of checked.errors) this.#to.errors.add(error);
		const left: LeftRow = {line: row.line, reason: printReason(checked.errors), row: row.original()};
		this.#to.left.add(left);
	}

	#keep(row: CheckedRow, suspicion: InputError | undefined): void {
		const key = row.update.licenseKey;
		if (suspicion) {
			const suspect: Suspect = {index: this.rows, key, error: suspicion};
			this.#to.suspects.add(suspect);
			this.suspects++;
		}
		this.rows++;
		if (this.#keys.add(key)) this.repeated.add(key);
		this.#to.good.add(row);
	}

	async settle(): Promise<void> {
		for (const target of this.#targets) if (target.isFull) await target.settle();
	}
}

/** Prints why a row was left out, for one cell. */
const printReason = (errors: readonly InputError[]): string =>
	errors.map(({field, message}) => (field === null ? message : `${field}: ${message}`)).join('; ');
