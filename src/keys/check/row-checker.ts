import type {InputItem} from '../read/input-row.ts';
import type {CheckedRow, LeftOutRow} from '../rows/checked-row.ts';
import type {InputError} from '../rows/input-error.ts';
import type {Spool} from '../store/spool.ts';
import {type CheckRules, checkRow} from './check-row.ts';
import type {ErrorList} from './error-list.ts';
import {KeySet} from './key-set.ts';
import {findLostLetters, type MangledKey} from './mangled-keys.ts';

const maxTypes = 100;

type Targets = {
	readonly good: Spool;
	readonly mangled: Spool;
	readonly leftOut: Spool;
	readonly errors: ErrorList;
};

/** Checks rows one by one, and passes each on to the file where it belongs. */
export class RowChecker {
	rows = 0;
	invalid = 0;
	mangled = 0;
	/** The number of keys read without the quotes of a spreadsheet. */
	unquoted = 0;
	/** The number of expiry dates before 2000, and the first of them. */
	earlyDates = 0;
	firstEarlyDate = '';
	unreadable = false;
	hasFatalError = false;
	columns: readonly string[] = [];
	readonly possibleDuplicates = new KeySet();
	readonly licenseTypes = new Set<string>();
	readonly #keys = new KeySet();
	readonly #rules: CheckRules;
	readonly #targets: Targets;

	constructor(rules: CheckRules, targets: Targets) {
		this.#rules = rules;
		this.#targets = targets;
	}

	takeAll(items: readonly InputItem[]): void {
		for (const item of items) {
			this.#take(item);
			if (this.hasFatalError) return;
		}
	}

	#take(item: InputItem): void {
		if ('error' in item) {
			this.invalid++;
			const {fatal = false, isInHeader = false} = item.error;
			this.hasFatalError ||= fatal;
			this.unreadable ||= fatal || isInHeader;
			this.#targets.errors.add(item.error);
			return;
		}
		const {row} = item;
		if (this.columns.length === 0) this.columns = row.fields.flatMap(({column}) => (column ? [column.name] : []));
		const checked = checkRow(row, this.#rules);
		if ('row' in checked) {
			if (checked.isUnquoted) this.unquoted++;
			this.#keep(checked.row, checked.mangling);
			return;
		}
		this.invalid++;
		for (const error of checked.errors) this.#targets.errors.add(error);
		const leftOut: LeftOutRow = {line: row.line, reason: printReason(checked.errors), row: checked.original};
		this.#targets.leftOut.add(leftOut);
	}

	#keep(row: CheckedRow, mangling: InputError | undefined): void {
		const key = row.update.licenseKey;
		const suspicion = mangling ?? (this.#rules.exactKeys ? undefined : findLostLetters(row));
		if (suspicion) {
			const mangledKey: MangledKey = {index: this.rows, key, error: suspicion};
			this.#targets.mangled.add(mangledKey);
			this.mangled++;
		}
		this.rows++;
		const {licenseType, expiryDate} = row.update;
		if (expiryDate && expiryDate < '2000-01-01' && this.earlyDates++ === 0)
			this.firstEarlyDate = `${expiryDate} in line ${row.line}`;
		if (licenseType !== undefined && this.licenseTypes.size < maxTypes) this.licenseTypes.add(licenseType);
		if (this.#keys.add(key)) this.possibleDuplicates.add(key);
		this.#targets.good.add(row);
	}

	async flushIfFull(): Promise<void> {
		for (const target of Object.values(this.#targets)) await target.flushIfFull();
	}
}

const printReason = (errors: readonly InputError[]): string =>
	errors.map(({field, message}) => (field === null ? message : `${field}: ${message}`)).join('; ');
