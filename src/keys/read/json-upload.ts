import {locateJson} from '../../text/json-text.ts';
import {positionIn, quoteValue, valueError} from '../rows/input-error.ts';
import {findField, type Naming} from './column-names.ts';
import type {InputField, InputItem, InputRow} from './input-row.ts';
import {type JsonObject, readJson} from './json-reader.ts';
import type {Source} from './upload-source.ts';

export async function* readJsonRows(source: Source, naming: Naming): AsyncGenerator<readonly InputItem[]> {
	for await (const block of readJson(source.text())) {
		yield block.map(read => ('message' in read ? {error: read} : {row: toRow(read, naming)}));
	}
}

type Member = {readonly path: readonly string[]; readonly value: unknown};

/** The flags may be nested in `licenseStatus`, as the service returns them. */
const listMembers = (value: Readonly<Record<string, unknown>>): readonly Member[] =>
	Object.entries(value).flatMap(([name, member]): Member[] =>
		name === 'licenseStatus' && typeof member === 'object' && member !== null
			? Object.entries(member).map(([flag, on]) => ({path: [name, flag], value: on}))
			: [{path: [name], value: member}],
	);

function toRow(object: JsonObject, naming: Naming): InputRow {
	const {line, column, text, value} = object;
	const members = listMembers(value);
	const seen = new Set<string>();
	const fields = members.map(({path}): InputField => {
		const field = findField(path.at(-1) ?? '', naming);
		if (!field.column || !seen.has(field.columnName)) {
			seen.add(field.columnName);
			return field;
		}
		return {...field, error: valueError(`${quoteValue(field.name)} appears twice`)};
	});
	return {
		line,
		column,
		fields,
		values: members.map(member => member.value),
		positionOf: index => positionIn(text, locateJson(text, members[index]?.path ?? []).start, object),
		original: () => Object.fromEntries(fields.map(({columnName}, index) => [columnName, members[index]?.value])),
	};
}
