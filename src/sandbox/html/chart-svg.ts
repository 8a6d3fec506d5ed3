import {BarChart, LineChart, PieChart} from 'echarts/charts';
import {GridComponent, LegendComponent} from 'echarts/components';
import {type EChartsCoreOption, init, use} from 'echarts/core';
import {SVGRenderer} from 'echarts/renderers';
import {chartName} from '../../text/html-text.ts';
import type {ChartModel, ChartType} from './chart-model.ts';

/** Imported on demand: the chart library is large. */

use([BarChart, LineChart, PieChart, GridComponent, LegendComponent, SVGRenderer]);

const size = {width: 860, height: 480};
/** With more categories, the values beside the points of a line would overlap. */
const mostLabelled = 20;

const pieOption = ({categories, series}: ChartModel): EChartsCoreOption => ({
	series: [
		{
			type: 'pie',
			label: {formatter: '{b}: {c}'},
			data: categories.map((name, index) => ({name, value: series[0]?.values[index] ?? 0})),
		},
	],
});

function axesOption({categories, series}: ChartModel, type: Exclude<ChartType, 'pie'>): EChartsCoreOption {
	const categoryAxis = {type: 'category', data: categories};
	const [xAxis, yAxis] = type === 'bar' ? [{type: 'value'}, categoryAxis] : [categoryAxis, {type: 'value'}];
	return {
		xAxis,
		yAxis,
		grid: {left: 90, right: 40, bottom: 40},
		legend: {data: series.map(({name}) => name)},
		series: series.map(({name, values}) => ({
			type: type === 'line' ? 'line' : 'bar',
			name,
			data: values,
			label: {show: categories.length <= mostLabelled, position: type === 'bar' ? 'right' : 'top'},
		})),
	};
}

/** The chart as an `svg` element that needs no script and loads nothing. A pie shows the first series. */
export function drawChart(model: ChartModel, type: ChartType): string {
	const named = {
		...model,
		categories: model.categories.map(chartName),
		series: model.series.map(series => ({...series, name: chartName(series.name)})),
	};
	const chart = init(null, null, {renderer: 'svg', ssr: true, ...size});
	try {
		chart.setOption({animation: false, ...(type === 'pie' ? pieOption(named) : axesOption(named, type))});
		return chart.renderToSVGString();
	} finally {
		chart.dispose();
	}
}
