import type {Step, Waterfall} from '../chart/chart.ts';
import {changeFigure, rangeOf} from '../chart/waterfall-chart.ts';
import {
	axisLine,
	type Canvas,
	common,
	type Drawing,
	type DrawingApi,
	firstColor,
	ink,
	leftOf,
	nameAxis,
	secondColor,
} from './svg-parts.ts';

const barHeight = 14;

const colorOf = ({from, to, isTotal}: Step) => (isTotal ? 'var(--soft)' : to > from ? firstColor : secondColor);

/** The name of each step has its change, so that no bar covers it. */
export function waterfallOption(chart: Waterfall, canvas: Canvas): Drawing {
	const {steps} = chart;
	const names = steps.map(step => `${step.name}  ${changeFigure(step)}`);
	const room = leftOf(names, canvas);
	const [min, max] = rangeOf(chart);
	const renderItem = ({dataIndex}: {readonly dataIndex: number}, {value, coord}: DrawingApi) => {
		const [left = 0, middle = 0] = coord([Math.min(value(1), value(2)), value(0)]);
		const [right = 0] = coord([Math.max(value(1), value(2)), value(0)]);
		const shape = {x: left, y: middle - barHeight / 2, width: Math.max(1, right - left), height: barHeight};
		return {type: 'rect', shape, style: {fill: colorOf(steps[dataIndex] as Step)}};
	};
	return {
		height: 48 + steps.length * 24,
		option: {
			...common,
			grid: {left: room, right: 30, top: 8, bottom: 30},
			xAxis: {type: 'value', min, max, axisLabel: {color: ink}, splitLine: axisLine, axisLine},
			yAxis: nameAxis(names, room),
			series: [
				{
					type: 'custom',
					renderItem,
					data: steps.map(({from, to}, at) => [at, from, to]),
					encode: {x: [1, 2], y: 0},
				},
			],
		},
	};
}
