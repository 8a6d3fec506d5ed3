import {padEnd, padStart} from '../display-width.ts';
import {figure, type Step, type Waterfall} from './chart.ts';
import {labelText, pathText, widest} from './chart-labels.ts';
import type {Drawn, Ink} from './terminal-colors.ts';

/** Formats as `+84`, `-3.5` or `0`. */
export const changeFigure = ({from, to}: Step): string => `${to > from ? '+' : ''}${figure(to - from)}`;

/** Returns the lowest and the highest sum of the steps, with 0. */
export const rangeOf = ({steps}: Waterfall): readonly [number, number] => {
	const ends = steps.flatMap(({from, to}) => [from, to]);
	return [Math.min(0, ...ends), Math.max(0, ...ends)];
};

const glyphs = {total: '█', rise: '▓', fall: '░'} as const;
const kindOf = ({from, to, isTotal}: Step): keyof typeof glyphs => (isTotal ? 'total' : to > from ? 'rise' : 'fall');

/** A step that is not 0 is at least one column wide. */
function drawStep(step: Step, [low, high]: readonly [number, number], width: number, ink: Ink): string {
	const {from, to} = step;
	const columnOf = (value: number) => (high === low ? 0 : Math.round(((value - low) / (high - low)) * width));
	const start = Math.min(columnOf(Math.min(from, to)), width - 1);
	const end = Math.max(columnOf(Math.max(from, to)), start + (from === to ? 0 : 1));
	const kind = kindOf(step);
	const drawn = (ink.colored ? glyphs.total : glyphs[kind]).repeat(end - start);
	const colored = kind === 'total' ? ink.strong(drawn) : ink.series(kind === 'rise' ? 0 : 1, drawn);
	return ' '.repeat(start) + colored + ' '.repeat(width - end);
}

/** Draws each step from the sum of those above it. */
export function drawWaterfall(chart: Waterfall, width: number, ink: Ink): Drawn {
	const {steps} = chart;
	const figureWidth = widest(steps.map(changeFigure), 20);
	const free = width - figureWidth - 2;
	const nameWidth = widest(
		steps.map(({name}) => name),
		Math.max(1, Math.floor(free / 2)),
	);
	const barWidth = Math.max(1, free - nameWidth);
	const range = rangeOf(chart);
	const lines = steps.map(step => {
		const name = padEnd(pathText(step.name, nameWidth), nameWidth);
		const change = padStart(labelText(changeFigure(step), figureWidth), figureWidth);
		return `${name} ${drawStep(step, range, barWidth, ink)} ${change}`;
	});
	return {lines, footer: []};
}
