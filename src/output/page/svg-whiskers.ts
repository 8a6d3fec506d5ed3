import type {Series} from '../chart/chart.ts';
import type {DrawingApi} from './svg-parts.ts';

/** Half the width of the ends, in pixels. */
const cap = 4;

type WhiskerOptions = {
	/** Pixels beside the point, so that whiskers of several lines do not cover each other. */
	readonly shift?: number;
	/** The axis of values is vertical. */
	readonly isUpright: boolean;
	readonly color: string;
};

/** Returns a series of the chart library that draws the interval of each percentage; none without intervals. */
export function drawWhiskers({intervals = []}: Series, {shift = 0, isUpright, color}: WhiskerOptions) {
	const data = intervals.flatMap((ends, at) => (ends ? [[at, ...ends]] : []));
	if (data.length === 0) return [];
	const line = (from: readonly [number, number], to: readonly [number, number]) => ({
		type: 'line',
		shape: {x1: from[0], y1: from[1], x2: to[0], y2: to[1]},
		style: {stroke: color, lineWidth: 1.5},
	});
	const renderItem = (_: unknown, {value, coord}: DrawingApi) => {
		const toPoint = (end: number) => {
			const [x = 0, y = 0] = coord(isUpright ? [value(0), value(end)] : [value(end), value(0)]);
			return isUpright ? ([x + shift, y] as const) : ([x, y + shift] as const);
		};
		const ends = [toPoint(1), toPoint(2)] as const;
		const caps = ends.map(([x, y]) =>
			isUpright ? line([x - cap, y], [x + cap, y]) : line([x, y - cap], [x, y + cap]),
		);
		return {type: 'group', children: [line(...ends), ...caps]};
	};
	return [{type: 'custom', renderItem, data, z: 5, encode: isUpright ? {x: 0, y: [1, 2]} : {x: [1, 2], y: 0}}];
}
