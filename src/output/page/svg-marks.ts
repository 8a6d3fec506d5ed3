import {type FigureMark, isOpen, type Series} from '../chart/chart.ts';
import {isSmallGroup} from '../small-group.ts';

/** The look of figures that are incomplete or of few installations, in a chart of the chart library. */

const few = {itemStyle: {color: 'var(--few)', borderColor: 'var(--soft)', borderWidth: 1}} as const;

export const withFew = (value: number | null, base: number | null | undefined) =>
	isSmallGroup(base) ? {value, base, ...few} : value;

export const fewText = (base: number | null | undefined) => (isSmallGroup(base) ? `  n = ${base}` : '');

/** `base` is undefined if the cell has no room for it. */
export const markedCell = (
	percent: number,
	{marks, base}: {readonly marks: readonly FigureMark[]; readonly base: number | null | undefined},
) => ({
	itemStyle: {
		...few.itemStyle,
		...(marks.includes('few') ? {} : {color: 'var(--ground)'}),
		...(marks.includes('incomplete') ? {borderType: 'dashed'} : {}),
	},
	label: {color: 'var(--soft)', formatter: `${percent}${fewText(base)}`},
});

/**
 * Draws the lines to and from figures that are incomplete or of few installations, with hollow symbols and the number of
 * installations at them. The library fills its own empty symbols white.
 */
export function dashedPart(series: Series, points: readonly (number | null)[], color: string) {
	const hollow = {color: 'var(--ground)', borderColor: color, borderWidth: 2};
	const data = points.map((value, at) => {
		if (![at - 1, at, at + 1].some(place => isOpen(series, place))) return null;
		if (!isOpen(series, at)) return {value, symbol: 'none'};
		const base = series.bases?.[at];
		const label = {
			show: isSmallGroup(base),
			formatter: `n = ${base}`,
			color: 'var(--soft)',
			fontSize: 10,
			minMargin: 12,
			// A border in the color of the page keeps the text legible on lines.
			textBorderColor: 'var(--ground)',
			textBorderWidth: 3,
		};
		return {value, itemStyle: hollow, label};
	});
	return {data, symbol: 'circle', symbolSize: 7, showSymbol: true, labelLayout: {hideOverlap: true}};
}
