import {type CheckOptions, type LineReading, reasonOf} from './check-options.ts';
import {templateExample} from './columns.ts';
import {checkCsvRow, toChecked} from './csv-check.ts';
import type {CsvBlock, CsvRow} from './csv-rows.ts';
import {type Layout, readHeader} from './header.ts';
import type {Intake} from './intake.ts';
import {createFindPlain, type FindPlain} from './plain-row.ts';
import {type Problem, problemAt} from './problem.ts';

const isExample = ({cells}: CsvRow) =>
	cells[0] === templateExample[0] && cells.every((cell, index) => cell === templateExample[index]);

/** Takes the blocks of a CSV file in order: the first row is the header, the others go to the intake. */
export class CsvTaker {
	/** The header cannot be used, so nothing below it can be judged. */
	unusable = false;
	/** Knows good rows, once the header has been taken. */
	findPlain: FindPlain | undefined;
	readonly #options: CheckOptions & {readonly delimiter: string};
	readonly #intake: Intake;
	#layout: Layout | undefined;

	constructor(options: CheckOptions & {readonly delimiter: string}, intake: Intake) {
		this.#options = options;
		this.#intake = intake;
	}

	/** Our names of the columns that the file can change. */
	get columns(): readonly string[] {
		return (this.#layout?.columns ?? []).flatMap(column => (column ? [column.name] : []));
	}

	/** How a line that was kept is read again. */
	get reading(): LineReading {
		const {delimiter, rules} = this.#options;
		return {delimiter, header: this.#layout?.ours ?? [], emptyClearsNotes: rules.emptyClearsNotes};
	}

	/** Answers the mistakes of the block. */
	take(block: CsvBlock): Problem[] {
		const found: Problem[] = [...block.faults];
		this.#intake.unread += block.faults.length;
		for (const row of block.rows) {
			if (this.unusable) break;
			if (row.plain !== 0) this.#intake.takePlain(row, block.bytes);
			else if (this.#layout) found.push(...this.#takeRow(row, block, this.#layout));
			else found.push(...this.#takeHeader(row, block));
		}
		return found;
	}

	#takeHeader(row: CsvRow, block: CsvBlock): readonly Problem[] {
		const {layout, faults} = readHeader(row.cells, this.#options.naming);
		this.#layout = layout;
		this.unusable = faults.length > 0;
		this.findPlain = createFindPlain(layout, this.#options.delimiter);
		return faults.map(({cell, refusal}) => problemAt(block.place(row, cell), null, refusal));
	}

	#takeRow(row: CsvRow, block: CsvBlock, layout: Layout): readonly Problem[] {
		if (isExample(row)) return [];
		const read = checkCsvRow(row, block, {layout, rules: this.#options.rules});
		if ('problems' in read) {
			const cells = layout.columns.flatMap((column, cell) => (column ? [[column.name, row.cells[cell] ?? '']] : []));
			this.#intake.leave({line: row.line, reason: reasonOf(read.problems), row: Object.fromEntries(cells)});
			return read.problems;
		}
		const place = layout.key === 0 ? undefined : block.place(row, layout.key);
		const key = place && ([place.line, place.column] as const);
		const taken = toChecked(row, read.update, {edited: layout.edited, key});
		this.#intake.take(taken, read.suspicion);
		return [];
	}
}
