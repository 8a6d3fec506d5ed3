import {type CheckOptions, reasonOf} from './check-options.ts';
import {templateExample} from './columns.ts';
import {checkCsvRow} from './csv-check.ts';
import type {CsvBlock, CsvRow} from './csv-rows.ts';
import {type Layout, readHeader} from './header.ts';
import type {Intake} from './intake.ts';
import {type Problem, problemAt} from './problem.ts';

const isExample = ({cells}: CsvRow) =>
	cells[0] === templateExample[0] && cells.every((cell, index) => cell === templateExample[index]);

/** Takes the blocks of a CSV file in order: the first row is the header, the others go to the intake. */
export class CsvTaker {
	/** The header cannot be used, so nothing below it can be judged. */
	unusable = false;
	readonly #options: CheckOptions;
	readonly #intake: Intake;
	#layout: Layout | undefined;

	constructor(options: CheckOptions, intake: Intake) {
		this.#options = options;
		this.#intake = intake;
	}

	/** Our names of the columns that the file can change. */
	get columns(): readonly string[] {
		return (this.#layout?.columns ?? []).flatMap(column => (column ? [column.name] : []));
	}

	/** Answers the mistakes of the block. */
	take(block: CsvBlock): Problem[] {
		const found: Problem[] = [...block.faults];
		this.#intake.unread += block.faults.length;
		for (const row of block.rows) {
			if (this.unusable) break;
			if (this.#layout) found.push(...this.#takeRow(row, block, this.#layout));
			else found.push(...this.#takeHeader(row, block));
		}
		return found;
	}

	#takeHeader(row: CsvRow, block: CsvBlock): readonly Problem[] {
		const {layout, faults} = readHeader(row.cells, this.#options.naming);
		this.#layout = layout;
		this.unusable = faults.length > 0;
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
		const edited = row.cells[layout.edited];
		const place = layout.key === 0 ? undefined : block.place(row, layout.key);
		const taken = {
			line: row.line,
			update: read.update,
			...(edited ? {expect: {lastEditedDate: edited}} : {}),
			...(place ? {key: [place.line, place.column] as const} : {}),
		};
		this.#intake.take(taken, read.suspicion);
		return [];
	}
}
