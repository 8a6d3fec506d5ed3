import type {KeyUpdate} from '../contract/license-keys.ts';
import type {CheckRules, ReadRow} from './check-options.ts';
import {type Column, type Draft, refuseKey, suspectKey} from './columns.ts';
import type {CsvBlock, CsvRow} from './csv-rows.ts';
import type {Layout} from './header.ts';
import {problemAt} from './problem.ts';
import {type Refusal, refuse, shown} from './refusal.ts';
import type {CheckedRow} from './row.ts';

type Fault = {readonly cell: number; readonly refusal: Refusal};

/** Reads the cells of one row: an update, or all of its faults. */
function readCells(cells: readonly string[], layout: Layout, rules: CheckRules): Draft | readonly Fault[] {
	const draft: Draft = {licenseKey: ''};
	const faults: Fault[] = [];
	// A plain loop: this runs once for each cell of a million rows.
	for (let cell = 0; cell < cells.length; cell++) {
		const column = layout.columns[cell];
		const text = cells[cell] ?? '';
		if (column === undefined || !isMeant(text, column, rules)) continue;
		const refusal = column.readText(draft, text);
		if (refusal) faults.push({cell, refusal});
	}
	const others = findRowFaults(cells, draft, {layout, rules});
	return faults.length + others.length > 0 ? [...faults, ...others] : draft;
}

/** An empty cell leaves the field as it is. */
const isMeant = (text: string, column: Column, rules: CheckRules) =>
	text !== '' || (rules.emptyClearsNotes && column.name === 'notes');

const none: readonly Fault[] = [];

/** What is wrong with a row as a whole: its length, its key, its product. */
function findRowFaults(
	cells: readonly string[],
	draft: Draft,
	{layout, rules}: {readonly layout: Layout; readonly rules: CheckRules},
): readonly Fault[] {
	const expected = layout.names.length;
	if (cells.length !== expected) {
		const counted = `${cells.length} cell${cells.length === 1 ? '' : 's'} where the header has ${expected}`;
		return [{cell: Math.min(cells.length, expected), refusal: refuse(counted)}];
	}
	const refusal = refuseKey(draft.licenseKey);
	const product = cells[layout.product] ?? '';
	if (!refusal && (product === '' || rules.product === undefined || product === String(rules.product))) return none;
	if (refusal) return [{cell: layout.key, refusal}];
	return [{cell: layout.product, refusal: refuse(`this row is of product ${shown(product)}, not ${rules.product}`)}];
}

/**
 * A good row as it is kept.
 * @param key where its key stands, if not at the begin of the row.
 */
export function toChecked(
	{line, cells}: Pick<CsvRow, 'line' | 'cells'>,
	update: KeyUpdate,
	{edited, key}: {readonly edited: number; readonly key: readonly [number, number] | undefined},
): CheckedRow {
	const lastEditedDate = cells[edited];
	return {
		line,
		update,
		...(lastEditedDate ? {expect: {lastEditedDate}} : {}),
		...(key ? {key} : {}),
	};
}

/** Reads a row of a block; its problems say where each lies. */
export function checkCsvRow(
	row: CsvRow,
	block: CsvBlock,
	{layout, rules}: {readonly layout: Layout; readonly rules: CheckRules},
): ReadRow {
	const toProblem = ({cell, refusal}: Fault) => problemAt(block.place(row, cell), layout.names[cell] ?? null, refusal);
	const read = readCells(row.cells, layout, rules);
	const suspicion = rules.exactKeys ? undefined : suspectKey(row.cells[layout.key] ?? '');
	const suspicions = suspicion ? [toProblem({cell: layout.key, refusal: suspicion})] : [];
	if (Array.isArray(read)) return {problems: [...(read as readonly Fault[]).map(toProblem), ...suspicions]};
	return {update: read as Draft, suspicion: suspicions[0]};
}
