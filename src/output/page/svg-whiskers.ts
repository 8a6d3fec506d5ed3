import type {Series} from '../chart/chart.ts';
import type {DrawingApi} from './svg-parts.ts';

/** Half the width of the ends, in pixels. */
const cap = 4;

const toData = ({intervals = []}: Series) => intervals.flatMap((ends, at) => (ends ? [[at, ...ends] as const] : []));

/** Returns a series of the chart library that draws the interval of each bar; none without intervals. */
export function drawWhiskers(series: Series, color: string) {
	const data = toData(series);
	if (data.length === 0) return [];
	const line = (from: readonly [number, number], to: readonly [number, number]) => ({
		type: 'line',
		shape: {x1: from[0], y1: from[1], x2: to[0], y2: to[1]},
		style: {stroke: color, lineWidth: 1.5},
	});
	const renderItem = (_: unknown, {value, coord}: DrawingApi) => {
		const ends = [1, 2].map(place => coord([value(place), value(0)]));
		const [[left = 0, y = 0] = [], [right = 0] = []] = ends;
		const caps = [left, right].map(x => line([x, y - cap], [x, y + cap]));
		return {type: 'group', children: [line([left, y], [right, y]), ...caps]};
	};
	return [{type: 'custom', renderItem, data, z: 5, encode: {x: [1, 2], y: 0}}];
}

/** Returns a series of the chart library that fills the intervals along a line; none without intervals. */
export function drawBand(series: Series) {
	const data = toData(series);
	if (data.length === 0) return [];
	const renderItem = ({dataIndex}: {readonly dataIndex: number}, {coord}: DrawingApi) => {
		if (dataIndex > 0) return undefined;
		const upper = data.map(([at, , high]) => coord([at, high]));
		const lower = data.map(([at, low]) => coord([at, low]));
		const style = {fill: 'var(--soft)', opacity: 0.18};
		return {type: 'polygon', shape: {points: [...upper, ...lower.toReversed()]}, style};
	};
	return [{type: 'custom', renderItem, data, z: 0, encode: {x: 0, y: [1, 2]}}];
}
