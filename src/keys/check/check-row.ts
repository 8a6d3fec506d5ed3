import type {KeyUpdate} from '../../contract/operations/license-keys.ts';
import type {InputField, InputRow} from '../read/input-row.ts';
import {type CheckedRow, type LeftOutRow, printFields} from '../rows/checked-row.ts';
import {errorAt, type InputError, isValueError, quoteValue, type ValueError, valueError} from '../rows/input-error.ts';
import {unquoteCell} from '../rows/look-alikes.ts';
import {findMangling} from './mangled-keys.ts';

export type CheckRules = {
	/** Accepts keys that look mangled by a spreadsheet, and keeps the quotes of `="0001"` and `'0001` (`--exact-keys`). */
	readonly exactKeys: boolean;
	/** The only product that a row may name; undefined accepts any. */
	readonly product: number | undefined;
};

/** `mangling` is an error unless the registry has the key. */
export type RowCheck =
	| {readonly row: CheckedRow; readonly mangling: InputError | undefined; readonly isUnquoted: boolean}
	| {readonly errors: readonly InputError[]; readonly original: LeftOutRow['row']};

export function checkRow(input: InputRow, rules: CheckRules): RowCheck {
	const draft: KeyUpdate = {licenseKey: ''};
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
	if (errors.length > 0) {
		// Valid values are written in one form, as in rows that the service rejects.
		const original = {...input.original(), ...printFields(draft)};
		return {errors: mangling ? [...errors, mangling] : errors, original};
	}
	const isUnquoted = draft.licenseKey !== input.values[keyIndex];
	return {row: toChecked(input, draft, keyIndex), mangling, isUnquoted};
}

function fillDraft(input: InputRow, draft: KeyUpdate, {product, exactKeys}: CheckRules): InputError[] {
	const errors: InputError[] = [];
	input.fields.forEach((field, index) => {
		const written = input.values[index];
		const isQuotable = field.columnName === 'licenseKey' && !exactKeys && typeof written === 'string';
		const value = isQuotable ? unquoteCell(written) : written;
		const error = checkField(draft, field, {value, product});
		if (!error) return;
		const advice = field.column && typeof value === 'string' ? (input.advise?.(field.column, value) ?? '') : '';
		errors.push(errorAt(input.positionOf(index), field.name, {...error, message: error.message + advice}));
	});
	return errors;
}

function checkField(
	draft: KeyUpdate,
	{columnName, column, error}: InputField,
	{value, product}: {readonly value: unknown; readonly product: number | undefined},
): ValueError | undefined {
	if (error || value === undefined) return error;
	if (column) {
		const checked = isValueError(value) ? value : column.check(value);
		if (isValueError(checked)) return checked;
		column.set(draft, checked);
		return undefined;
	}
	if (columnName !== 'product' || product === undefined || value === product) return undefined;
	return valueError(`this row belongs to product ${quoteValue(value)}, not ${product}`);
}

function toChecked(input: InputRow, update: KeyUpdate, keyIndex: number): CheckedRow {
	const edited = input.values[input.fields.findIndex(({columnName}) => columnName === 'lastEditedDate')];
	const {line, column} = keyIndex === 0 ? input : input.positionOf(keyIndex);
	return {
		line: input.line,
		update,
		...(typeof edited === 'string' && edited !== '' ? {expect: {lastEditedDate: edited}} : {}),
		...(line === input.line && column === 1 ? {} : {key: [line, column] as const}),
	};
}
