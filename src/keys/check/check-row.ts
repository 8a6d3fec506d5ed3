import type {InputField, InputRow} from '../read/input-row.ts';
import type {CheckedRow} from '../rows/checked-row.ts';
import {errorAt, type InputError, isValueError, quoteValue, type ValueError, valueError} from '../rows/input-error.ts';
import type {UpdateDraft} from '../rows/key-columns.ts';
import {findMangling} from './mangled-keys.ts';

export type CheckRules = {
	/** Accepts keys that look mangled by a spreadsheet (`--exact-keys`). */
	readonly exactKeys: boolean;
	/** The only product that a row may name; undefined accepts any. */
	readonly product: number | undefined;
};

/** `mangling` is an error unless the registry has the key. */
export type RowCheck =
	| {readonly row: CheckedRow; readonly mangling: InputError | undefined}
	| {readonly errors: readonly InputError[]};

export function checkRow(input: InputRow, rules: CheckRules): RowCheck {
	const draft: UpdateDraft = {licenseKey: ''};
	const errors = fillDraft(input, draft, rules);
	const keyIndex = input.fields.findIndex(({columnName}) => columnName === 'licenseKey');
	const keyError = (error: ValueError) => {
		const position = keyIndex === -1 ? input : input.positionOf(keyIndex);
		return errorAt(position, input.fields[keyIndex]?.name ?? 'licenseKey', error);
	};
	if (input.error) errors.push(input.error);
	else if (input.values[keyIndex] === undefined) errors.push(keyError(valueError('the license key is missing')));
	const mangledValue = rules.exactKeys ? undefined : findMangling(draft.licenseKey);
	const mangling = mangledValue && keyError(mangledValue);
	if (errors.length > 0) return {errors: mangling ? [...errors, mangling] : errors};
	return {row: toChecked(input, draft, keyIndex), mangling};
}

function fillDraft(input: InputRow, draft: UpdateDraft, {product}: CheckRules): InputError[] {
	const errors: InputError[] = [];
	input.fields.forEach((field, index) => {
		const value = input.values[index];
		const error = checkField(draft, field, {value, product});
		if (error) errors.push(errorAt(input.positionOf(index), field.name, addFlagAdvice(error, {field, input, value})));
	});
	return errors;
}

type CheckedField = {readonly field: InputField; readonly input: InputRow; readonly value: unknown};

function addFlagAdvice(error: ValueError, {field, input, value}: CheckedField): ValueError {
	const {advice} = field.column ?? {};
	if (!advice || typeof value !== 'string') return error;
	const added = input.unusedFlags.has(advice.flag)
		? advice.describe(value)
		: (input.otherFormats?.get(advice.flag) ?? '');
	return {...error, message: error.message + added};
}

function checkField(
	draft: UpdateDraft,
	{columnName, column, error}: InputField,
	{value, product}: {readonly value: unknown; readonly product: number | undefined},
): ValueError | undefined {
	if (error || value === undefined) return error;
	if (column) return isValueError(value) ? value : column.put(draft, value);
	if (columnName !== 'product' || product === undefined || value === product) return undefined;
	return valueError(`this row belongs to product ${quoteValue(value)}, not ${product}`);
}

function toChecked(input: InputRow, update: UpdateDraft, keyIndex: number): CheckedRow {
	const edited = input.values[input.fields.findIndex(({columnName}) => columnName === 'lastEditedDate')];
	const {line, column} = keyIndex === 0 ? input : input.positionOf(keyIndex);
	return {
		line: input.line,
		update,
		...(typeof edited === 'string' && edited !== '' ? {expect: {lastEditedDate: edited}} : {}),
		...(line === input.line && column === 1 ? {} : {key: [line, column] as const}),
	};
}
