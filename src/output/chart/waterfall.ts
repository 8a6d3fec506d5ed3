import {type Column, type Row, rounded} from '../dataset.ts';
import type {ChartRule, Step, Waterfall} from './chart.ts';

/** Smaller parts are joined. */
const maxSteps = 10;

type Part = {readonly name: string; readonly change: number};

function joinSmallest(parts: readonly Part[]): readonly Part[] {
	if (parts.length <= maxSteps) return parts;
	const [shown, small] = [parts.slice(0, maxSteps - 1), parts.slice(maxSteps - 1)];
	return [...shown, {name: `${small.length} others`, change: small.reduce((sum, {change}) => sum + change, 0)}];
}

/** Draws the parts of the first division in the rows, those that changed most first. */
export function createWaterfall(
	columns: readonly Column[],
	rows: readonly Row[],
	{title, waterfall}: ChartRule,
): readonly Waterfall[] {
	if (!waterfall) return [];
	const placeOf = (key: string) => columns.findIndex(column => column.key === key);
	const [changeAt, nameAt, divisionAt] = [waterfall.change, waterfall.name, waterfall.division].map(placeOf);
	const divisionOf = (row: Row) => String(row[divisionAt ?? -1] ?? '');
	const division = rows.map(divisionOf).find(each => !waterfall.isOutside(each));
	if (division === undefined) return [];
	const parts = rows
		.filter(row => divisionOf(row) === division)
		.map((row): Part => ({name: String(row[nameAt ?? -1] ?? ''), change: Number(row[changeAt ?? -1] ?? 0)}))
		.toSorted((one, other) => Math.abs(other.change) - Math.abs(one.change));
	const steps: Step[] = [];
	let at = 0;
	for (const {name, change} of joinSmallest(parts)) {
		steps.push({name, from: rounded(at), to: rounded(at + change)});
		at += change;
	}
	steps.push({name: 'total', from: 0, to: rounded(at), isTotal: true});
	return [{shape: 'waterfall', title: `${title} by ${division}`, steps}];
}
