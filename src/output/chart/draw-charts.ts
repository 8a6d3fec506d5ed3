import {drawBars} from './bar-chart.ts';
import type {Chart} from './chart.ts';
import {labelText} from './chart-labels.ts';
import {drawHeatmap} from './heatmap-chart.ts';
import {drawLines} from './line-chart.ts';
import {type ColorDepth, createInk, type Drawn, type Ink} from './terminal-colors.ts';
import {drawWaterfall} from './waterfall-chart.ts';

function draw(chart: Chart, width: number, ink: Ink): Drawn {
	if (chart.shape === 'heatmap') return drawHeatmap(chart, width, ink);
	if (chart.shape === 'waterfall') return drawWaterfall(chart, width, ink);
	return chart.shape === 'lines' ? drawLines(chart, width, ink) : drawBars(chart, width, ink);
}

/** Draws charts below each other, at most `width` columns wide. Escapes control characters in labels. */
export function drawCharts(
	charts: readonly Chart[],
	{width, depth}: {readonly width: number; readonly depth: ColorDepth},
): string {
	const ink = createInk(depth);
	const parts = charts.map(chart => {
		const {lines, footer} = draw(chart, width, ink);
		const below = footer.map(line => ink.faint(labelText(line, width)));
		return [ink.strong(labelText(chart.title, width)), ...lines, ...below].join('\n');
	});
	return `${parts.join('\n\n')}\n`;
}
