import type {InputField, InputRow} from '../read/input-row.ts';
import type {CheckedRow} from '../rows/checked-row.ts';
import {type Problem, problemAt, type Refusal, refuse, shown} from '../rows/input-error.ts';
import type {Draft} from '../rows/key-columns.ts';
import {suspectKey} from '../rows/key-values.ts';

/** How the rows of a file are judged. */
export type CheckRules = {
	/** `--exact-keys`: accept keys that look damaged by a spreadsheet. */
	readonly exactKeys: boolean;
	/** The product that rows have to name, where they name one; undefined: any. */
	readonly product: number | undefined;
};

/** A row that can be sent; or one with mistakes. `suspicion` is a mistake unless the registry knows the key. */
export type RowCheck =
	| {readonly row: CheckedRow; readonly suspicion: Problem | undefined}
	| {readonly problems: readonly Problem[]};

/** Checks a row of any file. */
export function checkRow(input: InputRow, rules: CheckRules): RowCheck {
	const draft: Draft = {licenseKey: ''};
	const problems = checkFields(input, draft, rules);
	const keyIndex = input.fields.findIndex(({ours}) => ours === 'licenseKey');
	const keyProblem = (refusal: Refusal) => {
		const position = keyIndex === -1 ? input : input.positionOf(keyIndex);
		return problemAt(position, input.fields[keyIndex]?.name ?? 'licenseKey', refusal);
	};
	if (input.fault) problems.push(input.fault);
	else if (input.values[keyIndex] === undefined) problems.push(keyProblem(refuse('licenseKey is missing')));
	const doubt = rules.exactKeys ? undefined : suspectKey(draft.licenseKey);
	const suspicion = doubt && keyProblem(doubt);
	if (problems.length > 0) return {problems: suspicion ? [...problems, suspicion] : problems};
	return {row: toChecked(input, draft, keyIndex), suspicion};
}

/** Puts the values of a row into the update, and returns the mistakes in them. */
function checkFields(input: InputRow, draft: Draft, {product}: CheckRules): Problem[] {
	const problems: Problem[] = [];
	for (const [index, field] of input.fields.entries()) {
		const value = input.values[index];
		const refusal = withAdvice(checkField(draft, field, {value, product}), {field, input, value});
		if (refusal) problems.push(problemAt(input.positionOf(index), field.name, refusal));
	}
	return problems;
}

type Refused = {readonly field: InputField; readonly input: InputRow; readonly value: unknown};

/** The refusal of a cell, with the flag that may read it. */
function withAdvice(refusal: Refusal | undefined, {field, input, value}: Refused): Refusal | undefined {
	const {advice} = field.column ?? {};
	if (!refusal || !advice || typeof value !== 'string' || !input.unusedFlags.has(advice.flag)) return refusal;
	return {...refusal, message: refusal.message + advice.of(value)};
}

function checkField(
	draft: Draft,
	{ours, column, refusal}: InputField,
	{value, product}: {readonly value: unknown; readonly product: number | undefined},
): Refusal | undefined {
	if (refusal || value === undefined) return refusal;
	if (column) return column.put(draft, value);
	if (ours !== 'product' || product === undefined || value === product) return undefined;
	return refuse(`this row is of product ${shown(value)}, not ${product}`);
}

function toChecked(input: InputRow, update: Draft, keyIndex: number): CheckedRow {
	const edited = input.values[input.fields.findIndex(({ours}) => ours === 'lastEditedDate')];
	const {line, column} = keyIndex === 0 ? input : input.positionOf(keyIndex);
	return {
		line: input.line,
		update,
		...(typeof edited === 'string' && edited !== '' ? {expect: {lastEditedDate: edited}} : {}),
		...(line === input.line && column === 1 ? {} : {key: [line, column] as const}),
	};
}
