import {padEnd, padStart} from '../display-width.ts';
import {isSmallGroup} from '../small-group.ts';
import {type Bars, figure, maxCategories, scaleRemarks, scalesOf} from './chart.ts';
import {labelText, pathText, widest} from './chart-labels.ts';
import type {Drawn, Ink} from './terminal-colors.ts';

const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/** Draws to an eighth of a column. A share above 0 is always visible. */
function bar(share: number, width: number): string {
	const parts = share > 0 ? Math.max(1, Math.round(share * width * 8)) : 0;
	return '█'.repeat(Math.floor(parts / 8)) + eighths[parts % 8];
}

export function drawBars(chart: Bars, width: number, ink: Ink): Drawn {
	const {categories, series, percent} = chart;
	const shown = categories.slice(0, maxCategories);
	const several = series.length > 1;
	const figureText = (value: number | null, base?: number | null) =>
		value === null || !percent ? figure(value) : `${figure(value)} %${isSmallGroup(base) ? ` n = ${base}` : ''}`;
	const figureWidth = widest(
		series.flatMap(({values, bases}) =>
			values.slice(0, maxCategories).map((value, at) => figureText(value, bases?.[at])),
		),
		20,
	);
	const seriesWidth = several
		? widest(
				series.map(({name}) => name),
				Math.floor(width / 5),
			)
		: 0;
	const free = width - figureWidth - seriesWidth - (several ? 3 : 2);
	const categoryWidth = widest(shown, Math.max(1, Math.floor(free / 2)));
	const barWidth = Math.max(1, free - categoryWidth);
	const scales = scalesOf(chart);
	const inkOf = (index: number, base: number | null | undefined) =>
		isSmallGroup(base) ? ink.faint : (text: string) => ink.series(index, text);
	const lines = shown.flatMap((category, at) =>
		series.map(({name, values, bases}, index) => {
			const [value, base] = [values[at] ?? null, bases?.[at]];
			const front = padEnd(index === 0 ? pathText(category, categoryWidth) : '', categoryWidth);
			const middle = several ? ` ${padEnd(labelText(name, seriesWidth), seriesWidth)}` : '';
			const drawn = bar(value === null ? 0 : (scales[index]?.share(value) ?? 0), barWidth);
			return `${front}${middle} ${inkOf(index, base)(padEnd(drawn, barWidth))} ${padStart(figureText(value, base), figureWidth)}`;
		}),
	);
	const hidden = categories.length - shown.length;
	return {lines, footer: [...(hidden > 0 ? [`… ${hidden} more; -o csv shows all`] : []), ...scaleRemarks(chart)]};
}
