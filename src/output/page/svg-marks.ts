import {isFew} from '../chart/chart.ts';

/** The look of marked percentages in a chart of the chart library. */

/** Percentages of few installations are gray. */
const few = {itemStyle: {color: 'var(--few)', borderColor: 'var(--soft)', borderWidth: 1}} as const;
export const incomplete = {
	itemStyle: {color: 'var(--ground)', borderColor: 'var(--soft)', borderType: 'dashed', borderWidth: 1},
	label: {color: 'var(--soft)'},
} as const;
export const fewOf = (percent: number, base: number | null | undefined) => ({
	...few,
	label: {color: 'var(--soft)', formatter: typeof base === 'number' ? `${percent}  n = ${base}` : `${percent}`},
});
export const withFew = (value: number | null, base: number | null | undefined) =>
	isFew(base) ? {value, base, ...few} : value;

export const fewText = (base: number | null | undefined) => (isFew(base) ? `  n = ${base}` : '');
