import type {CheckOptions, CheckRules, ReadRow} from './check-options.ts';
import {type Draft, refuseKey, suspectKey} from './columns.ts';
import {findColumn, type Naming} from './header.ts';
import {type JsonRow, placeOfMember} from './json-rows.ts';
import {type Problem, problemAt} from './problem.ts';
import {type Refusal, refuse, shown} from './refusal.ts';

type Member = {readonly name: string; readonly value: unknown};

/** The flags may stand in an object of their own, as the service writes them, or beside the other members. */
const members = (value: Readonly<Record<string, unknown>>): readonly Member[] =>
	Object.entries(value).flatMap(([name, member]): Member[] =>
		name === 'licenseStatus' && typeof member === 'object' && member !== null
			? Object.entries(member).map(([flag, on]) => ({name: flag, value: on}))
			: [{name, value: member}],
	);

function readMember(
	draft: Draft,
	{name, value}: Member,
	{naming, rules}: Pick<CheckOptions, 'naming' | 'rules'>,
): Refusal | undefined {
	const column = findColumn(name, naming);
	if (column === 'skip') {
		const other = name === 'product' && rules.product !== undefined && value !== rules.product;
		return other ? refuse(`this row is of product ${shown(value)}, not ${rules.product}`) : undefined;
	}
	if ('message' in column) return column;
	const twice = column.print(draft) && column.name !== 'licenseKey';
	return twice ? refuse(`${shown(name)} is given twice`) : column.readValue(draft, value);
}

/** Reads an object of a JSON file: an update, or all of its faults with their places. */
export function checkJsonRow(row: JsonRow, naming: Naming, rules: CheckRules): ReadRow {
	const draft: Draft = {licenseKey: ''};
	const problems: Problem[] = [];
	let keyed = false;
	for (const member of members(row.value)) {
		const refusal = readMember(draft, member, {naming, rules});
		if (refusal) problems.push(problemAt(placeOfMember(row, member.name), member.name, refusal));
		keyed ||= refusal !== undefined && (naming.map.get(member.name) ?? member.name) === 'licenseKey';
	}
	const refusal = keyed ? undefined : refuseKey(draft.licenseKey);
	if (refusal) problems.push(problemAt(row, 'licenseKey', refusal));
	const doubt = rules.exactKeys ? undefined : suspectKey(draft.licenseKey);
	const suspicion = doubt && problemAt(placeOfMember(row, 'licenseKey'), 'licenseKey', doubt);
	if (problems.length > 0) return {problems: suspicion ? [...problems, suspicion] : problems};
	return {update: draft, suspicion};
}
