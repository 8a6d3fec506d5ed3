import {CliError} from '../../errors.ts';
import {writeFileAtomic} from '../../files/atomic-file.ts';
import type {Row} from '../../output/dataset.ts';
import {counted, printCount} from '../../text/wording.ts';
import type {KeysPorts} from '../keys-ports.ts';
import {type InputError, printError} from '../rows/input-error.ts';
import {companionFile} from '../store/companion-file.ts';
import {type CsvForm, toCsv} from '../store/importable-csv.ts';
import {readValues, type Spool} from '../store/spool.ts';
import type {Workspace} from '../store/workspace.ts';

const maxPrinted = 20;
/** More errors of one kind are printed as one. */
const maxAlike = 3;
const columns = ['line', 'column', 'field', 'problem', 'suggest'];

/** Errors of one column with the same message, whatever the value that it begins with. */
type ErrorGroup = {readonly first: InputError[]; count: number; lastLine: number};

/** A value without a suggestion, such as 31.13.2026, is not cured by what cures the others. */
const groupKey = ({field, message, suggest}: InputError) =>
	`${field}: ${suggest === undefined} ${message.replace(/^"(?:[^"\\]|\\.)*"/, '')}`;

type PrintedError = {readonly error: InputError; readonly count: number};

function toPrinted({first, count, lastLine}: ErrorGroup): readonly PrintedError[] {
	const [error] = first;
	if (!error || count <= maxAlike) return first.map(each => ({error: each, count: 1}));
	const field = [error.field, `${printCount(count)} rows up to line ${lastLine}`].filter(Boolean).join(', ');
	return [{error: {...error, field}, count}];
}

/** Keeps all errors on disk, and only the first few of each kind in memory. */
export class ErrorList {
	readonly #spool: Spool;
	readonly #path: string;
	readonly #groups = new Map<string, ErrorGroup>();
	#count = 0;

	constructor(spool: Spool, path: string) {
		this.#spool = spool;
		this.#path = path;
	}

	get count(): number {
		return this.#count;
	}

	add(error: InputError): void {
		this.#count++;
		this.#spool.add(error);
		const key = groupKey(error);
		const group = this.#groups.get(key) ?? {first: [], count: 0, lastLine: 0};
		group.count++;
		group.lastLine = Math.max(group.lastLine, error.line);
		if (group.first.length < maxAlike) group.first.push(error);
		if (this.#groups.size < maxPrinted) this.#groups.set(key, group);
	}

	flushIfFull(): Promise<void> {
		return this.#spool.flushIfFull();
	}

	async close(): Promise<void> {
		await this.#spool.close();
	}

	print(): readonly string[] {
		const shown = [...this.#groups.values()]
			.flatMap(toPrinted)
			.toSorted(({error: a}, {error: b}) => a.line - b.line || a.column - b.column)
			.slice(0, maxPrinted);
		const more = this.#count - shown.reduce((sum, {count}) => sum + count, 0);
		return [...shown.map(({error}) => printError(error)), ...(more > 0 ? [`… and ${printCount(more)} more`] : [])];
	}

	get #isLong(): boolean {
		return this.#count > maxPrinted;
	}

	/** Writes all errors to a file next to the upload if there are too many to print. Returns its path. */
	async writeReport(name: string, form: CsvForm | undefined): Promise<string | undefined> {
		if (!this.#isLong) return undefined;
		const path = companionFile(name, 'problems.csv');
		// A folder that cannot be written to must not hide the errors themselves.
		return writeFileAtomic(path, toCsv(columns, this.rows, form), {mode: 0o600}).then(
			() => path,
			() => undefined,
		);
	}

	/** The errors as rows; can be read only after `close`. */
	get rows(): AsyncIterable<readonly Row[]> {
		return toRows(this.#path);
	}
}

export const createErrorList = async (workspace: Workspace): Promise<ErrorList> =>
	new ErrorList(await workspace.spool('problems'), workspace.path('problems'));

async function* toRows(path: string): AsyncGenerator<readonly Row[]> {
	for await (const errors of readValues<InputError>(path)) {
		yield errors.map(({line, column, field, message, suggest = null}): Row => [line, column, field, message, suggest]);
	}
}

type ErrorReport = {
	/** The name of the file. */
	readonly name: string;
	readonly form: CsvForm | undefined;
	readonly errors: ErrorList;
	/** True if no row can be sent. */
	readonly unreadable: boolean;
	readonly skipInvalid: boolean;
};

/** Throws CliError (usage), unless the rows with errors can be left out: the errors are notes then. */
export async function reportErrors(
	{name, form, errors, unreadable, skipInvalid}: ErrorReport,
	note: KeysPorts['note'],
): Promise<void> {
	const report = await errors.writeReport(name, form);
	const found = `${name} has ${counted(errors.count, 'error')}`;
	if (skipInvalid && !unreadable) {
		const sum = `${found}; the rows with errors are left out`;
		await note(report ? `${sum} (full list: ${report})` : sum);
		for (const line of errors.print()) await note(line);
		return;
	}
	const advice = unreadable
		? 'correct the file; to see the columns: usagectl keys template'
		: 'correct the file, or add --skip-invalid to import the other rows';
	throw new CliError('usage', `${found}; nothing was sent`, {
		hint: report ? `see all errors in ${report}; ${advice}` : advice,
		code: 'input-file',
		problems: errors.print().map(line => `${name}:${line}`),
	});
}
