import {padEnd, padStart} from '../display-width.ts';
import {cellMark} from '../footnotes.ts';
import {smallGroup} from '../small-group.ts';
import {type Cohort, type FigureMark, figure, getMarks, type Heatmap, hasMark} from './chart.ts';
import {labelText, pathText, widest} from './chart-labels.ts';
import type {Drawn, Ink} from './terminal-colors.ts';

/** Shades that follow the figures if there are no colors. */
const shades = ['░', '▒', '▓', '█'];
const shadeOf = (share: number) => shades[Math.min(3, Math.floor(share * 4))] as string;

const narrow = 5;
/** Room for `100 n=29`. */
const broad = 9;
const signs = {few: '?', incomplete: cellMark} as const;

function markedText(number: string, marks: readonly FigureMark[], base: number | null | undefined): string {
	const sign = marks
		.filter(mark => mark !== 'few' || typeof base !== 'number')
		.map(mark => signs[mark])
		.join('');
	return typeof base === 'number'
		? `${padStart(number, narrow - 1)} n=${base}${sign}`
		: padStart(number, narrow - sign.length) + sign;
}

/** Cells with incomplete losses or of few installations are faint. The latter have their base, or a question mark if there is no room. */
export function drawHeatmap(chart: Heatmap, width: number, ink: Ink): Drawn {
	const {rows, columns} = chart;
	const sizes = rows.map(({size}) => figure(size));
	const sizeWidth = widest(sizes, 20);
	const names = rows.map(({name}) => name);
	const labelWidth = widest(names, Math.max(1, Math.min(30, width - sizeWidth - narrow - 2)));
	const free = width - labelWidth - sizeWidth - 2;
	const hasFew = hasMark(rows, 'few');
	const hasBoth = rows.some(row => row.values.some((_, at) => getMarks(row, at).length > 1));
	const widestCell = broad + (hasBoth ? signs.incomplete.length : 0);
	const cellWidth = hasFew && columns.length * widestCell <= free ? widestCell : narrow;
	const shown = columns.slice(0, Math.max(1, Math.floor(free / cellWidth)));
	const cell = (row: Cohort, at: number) => {
		const value = row.values[at] ?? null;
		if (value === null) return ' '.repeat(cellWidth);
		const marks = getMarks(row, at);
		const number = String(Math.round(value));
		const base = cellWidth > narrow && marks.includes('few') ? row.bases?.[at] : undefined;
		if (marks.length > 0) return ink.faint(padEnd(markedText(number, marks, base), cellWidth));
		const drawn = ink.colored
			? ink.heat(value / 100, `${padStart(number, narrow - 1)} `)
			: `${padStart(number, narrow - 1)}${shadeOf(value / 100)}`;
		return drawn + ' '.repeat(cellWidth - narrow);
	};
	const heading = (name: string) => padEnd(`${padStart(labelText(name, narrow - 1), narrow - 1)} `, cellWidth);
	const head = `${' '.repeat(labelWidth)} ${padStart('n', sizeWidth)} ${shown.map(heading).join('')}`;
	const lines = rows.map((row, index) => {
		const front = `${padEnd(pathText(row.name, labelWidth), labelWidth)} ${padStart(sizes[index] ?? '', sizeWidth)}`;
		return `${front} ${shown.map((_, at) => cell(row, at)).join('')}`.trimEnd();
	});
	const hidden = columns.length - shown.length;
	return {
		lines: [ink.faint(head.trimEnd()), ...lines],
		footer: [
			...(hidden > 0 ? [`… ${hidden} more periods; a wider terminal or -o csv shows them`] : []),
			...(hasFew && cellWidth === narrow ? [`${signs.few} fewer than ${smallGroup} installations`] : []),
		],
	};
}
