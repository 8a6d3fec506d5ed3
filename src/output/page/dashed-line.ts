import {isFew, isOpen, type Series} from '../chart/chart.ts';

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
			...{show: isFew(base), formatter: `n = ${base}`, color: 'var(--soft)', fontSize: 10, minMargin: 12},
			// A border in the color of the page keeps the text legible on lines.
			...{textBorderColor: 'var(--ground)', textBorderWidth: 3},
		};
		return {value, itemStyle: hollow, label};
	});
	return {data, symbol: 'circle', symbolSize: 7, showSymbol: true, labelLayout: {hideOverlap: true}};
}
