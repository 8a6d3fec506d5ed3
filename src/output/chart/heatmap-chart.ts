import {smallGroup} from '../dataset.ts';
import {padEnd, padStart} from '../display-width.ts';
import {figure, getMark, type Heatmap, hasFew, hasMark} from './chart.ts';
import {labelText, pathText, widest} from './chart-labels.ts';
import type {Ink} from './terminal-colors.ts';

/** Shades that follow the figures if there are no colors. */
const shades = ['░', '▒', '▓', '█'];
const shadeOf = (share: number) => shades[Math.min(3, Math.floor(share * 4))] as string;

const narrow = 5;
/** Room for `100 n=29`. */
const broad = 9;
const few = '?';
const open = '*';

/** Cells with incomplete losses are faint. Cells of few installations are faint and have their base, or a question mark if there is no room. */
export function drawHeatmap(chart: Heatmap, width: number, ink: Ink): readonly string[] {
	const {rows, columns, cells, sizes, bases} = chart;
	const sizeWidth = widest(sizes.map(figure), 20);
	const labelWidth = widest(rows, Math.max(1, Math.min(30, width - sizeWidth - narrow - 2)));
	const free = width - labelWidth - sizeWidth - 2;
	const cellWidth = hasFew(chart) && columns.length * broad <= free ? broad : narrow;
	const shown = columns.slice(0, Math.max(1, Math.floor(free / cellWidth)));
	const cell = (y: number, x: number) => {
		const value = cells[y]?.[x] ?? null;
		if (value === null) return ' '.repeat(cellWidth);
		const text = padStart(String(Math.round(value)), narrow - 1);
		const mark = getMark(chart, y, x);
		if (mark === 'incomplete') return ink.faint(padEnd(`${text}${open}`, cellWidth));
		if (mark === 'few')
			return ink.faint(padEnd(cellWidth === broad ? `${text} n=${bases?.[y]?.[x]}` : `${text}${few}`, cellWidth));
		const drawn = ink.colored ? ink.heat(value / 100, `${text} `) : `${text}${shadeOf(value / 100)}`;
		return drawn + ' '.repeat(cellWidth - narrow);
	};
	const heading = (name: string) => padEnd(`${padStart(labelText(name, narrow - 1), narrow - 1)} `, cellWidth);
	const head = `${' '.repeat(labelWidth)} ${padStart('n', sizeWidth)} ${shown.map(heading).join('')}`;
	const lines = rows.map((row, index) => {
		const front = `${padEnd(pathText(row, labelWidth), labelWidth)} ${padStart(figure(sizes[index] ?? null), sizeWidth)}`;
		return `${front} ${shown.map((_, at) => cell(index, at)).join('')}`.trimEnd();
	});
	const hidden = columns.length - shown.length;
	return [
		ink.faint(head.trimEnd()),
		...lines,
		...(hidden > 0
			? [ink.faint(labelText(`… ${hidden} more periods; a wider terminal or -o csv shows them`, width))]
			: []),
		...(hasFew(chart) && cellWidth === narrow
			? [ink.faint(labelText(`${few} fewer than ${smallGroup} installations`, width))]
			: []),
		...(hasMark(chart, 'incomplete') ? [ink.faint(labelText(`${open} losses are incomplete`, width))] : []),
	];
}
