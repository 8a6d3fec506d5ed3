import {type FigureMark, isFew} from '../chart/chart.ts';

/** The look of marked percentages in a chart of the chart library. */

/** Percentages of few installations are gray. */
const few = {itemStyle: {color: 'var(--few)', borderColor: 'var(--soft)', borderWidth: 1}} as const;
const dashed = {borderColor: 'var(--soft)', borderType: 'dashed', borderWidth: 1} as const;
type Marked = {readonly marks: readonly FigureMark[]; readonly base: number | null | undefined};
export function markedOf(percent: number, {marks, base}: Marked) {
	const isSmall = marks.includes('few');
	const {itemStyle} = few;
	return {
		itemStyle: {
			...itemStyle,
			...(isSmall ? {} : {color: 'var(--ground)'}),
			...(marks.includes('incomplete') ? dashed : {}),
		},
		label: {
			color: 'var(--soft)',
			formatter: isSmall && typeof base === 'number' ? `${percent}  n = ${base}` : `${percent}`,
		},
	};
}
export const withFew = (value: number | null, base: number | null | undefined) =>
	isFew(base) ? {value, base, ...few} : value;

export const fewText = (base: number | null | undefined) => (isFew(base) ? `  n = ${base}` : '');
