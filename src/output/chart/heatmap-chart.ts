import {padEnd, padStart} from '../display-width.ts';
import {figure, type Heatmap} from './chart.ts';
import {labelText, pathText, widest} from './chart-labels.ts';
import type {Ink} from './terminal-colors.ts';

/** Shades that follow the figures if there are no colors. */
const shades = ['░', '▒', '▓', '█'];
const shadeOf = (share: number) => shades[Math.min(3, Math.floor(share * 4))] as string;

const cellWidth = 5;

export function drawHeatmap({rows, columns, cells, sizes}: Heatmap, width: number, ink: Ink): readonly string[] {
	const sizeWidth = widest(sizes.map(figure), 20);
	const labelWidth = widest(rows, Math.max(1, Math.min(30, width - sizeWidth - cellWidth - 2)));
	const fitting = Math.max(1, Math.floor((width - labelWidth - sizeWidth - 2) / cellWidth));
	const shown = columns.slice(0, fitting);
	const cell = (value: number | null) => {
		if (value === null) return ' '.repeat(cellWidth);
		const text = String(Math.round(value));
		return ink.colored
			? ink.heat(value / 100, `${padStart(text, cellWidth - 1)} `)
			: `${padStart(text, cellWidth - 1)}${shadeOf(value / 100)}`;
	};
	const head = `${' '.repeat(labelWidth)} ${padStart('n', sizeWidth)} ${shown.map(name => `${padStart(labelText(name, cellWidth - 1), cellWidth - 1)} `).join('')}`;
	const lines = rows.map((row, index) => {
		const front = `${padEnd(pathText(row, labelWidth), labelWidth)} ${padStart(figure(sizes[index] ?? null), sizeWidth)}`;
		return `${front} ${shown.map((_, at) => cell(cells[index]?.[at] ?? null)).join('')}`.trimEnd();
	});
	const hidden = columns.length - shown.length;
	return [
		ink.faint(head.trimEnd()),
		...lines,
		...(hidden > 0
			? [ink.faint(labelText(`… ${hidden} more periods; a wider terminal or -o csv shows them`, width))]
			: []),
	];
}
