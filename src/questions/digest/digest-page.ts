import type {Chart} from '../../output/chart/chart.ts';
import {pageFrame, syntheticText} from '../../output/page/html-page.ts';
import {drawFigure} from '../../output/page/page-figure.ts';
import {table} from '../../output/page/page-table.ts';
import {text} from '../../output/page/page-text.ts';
import {counted} from '../../text/wording.ts';
import {movedText, whyLine} from './moved-groups.ts';
import {
	changeText,
	type Digest,
	drawnRows,
	figureName,
	figureText,
	firstRunNote,
	getShownList,
	headlineText,
	idOf,
	type Section,
} from './question-digest.ts';

const style = `
.verdict{display:inline-block;width:6.5em;flex:none;padding:.1rem .25rem;border-radius:1rem;border:1.5px solid currentColor;font-size:.85rem;font-weight:650;text-align:center}
.fail{color:var(--bad)}.warn{color:var(--warn)}.unknown{color:var(--soft)}.verdict.note{color:var(--accent)}.ok{color:var(--good)}
:root{--bad:#b42318;--warn:#8a5200;--good:#1a7046}
@media (prefers-color-scheme:dark){:root{--bad:#ff8f85;--warn:#f0b350;--good:#6fd3a2}}
@media print{:root{--bad:#b42318;--warn:#8a5200;--good:#1a7046}}
ul.verdicts{list-style:none;padding:0;margin:1rem 0}ul.verdicts li{display:flex;gap:.75rem;align-items:baseline;padding:.35rem 0;border-bottom:1px solid var(--line)}
ul.verdicts svg.trend{margin-left:auto;flex:none}ul.verdicts div{min-width:0;overflow-wrap:anywhere}ul.verdicts a{color:var(--accent);margin-right:.75rem}ul.verdicts .reason{display:block;color:var(--soft)}
section.question{margin:2.5rem 0 0;break-inside:auto}section.question h2,.headline{break-after:avoid;break-inside:avoid}section.question h2{margin:0;font-size:1.15rem;overflow-wrap:anywhere}section.question p,section.question li{overflow-wrap:anywhere;min-width:0}
.headline{display:flex;gap:1rem 1.5rem;align-items:center;flex-wrap:wrap;margin:.25rem 0 .5rem}.headline b{font-size:2rem;line-height:1.2;font-variant-numeric:tabular-nums}
svg.trend{width:9rem;min-width:9rem;height:2.25rem;color:var(--accent)}
`.replace(/\n/g, '');

const badge = (verdict: string) => `<span class="verdict ${verdict}">${verdict}</span>`;
const moreRows = (count: number) => (count > 0 ? `<p class="soft">${counted(count, 'more row')}.</p>` : '');

const [width, height, edge] = [144, 36, 3];

function trendElement({trend}: Section): string {
	const points = trend.flatMap(({day, value}) => (value === null ? [] : [{at: Date.parse(day), value}]));
	const [first, last] = [points[0], points.at(-1)];
	if (!first || !last || points.length < 3) return '';
	const values = points.map(({value}) => value);
	const [low, high] = [Math.min(...values), Math.max(...values)];
	const x = (at: number) => edge + ((width - 2 * edge) * (at - first.at)) / (last.at - first.at);
	const y = (value: number) =>
		height - edge - (high === low ? 0.5 : (value - low) / (high - low)) * (height - 2 * edge);
	const line = points.map(({at, value}) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(' ');
	const label = `Last 28 days, ${points.length} results: lowest ${figureText(low)}, highest ${figureText(high)}`;
	return `<svg class="trend" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}"><title>${label}</title><polyline points="${line}" fill="none" stroke="currentColor" stroke-width="2"/><circle cx="${x(last.at).toFixed(1)}" cy="${y(last.value).toFixed(1)}" r="3" fill="currentColor"/></svg>`;
}

function listElement(section: Section): string {
	const {columns, rows, left} = getShownList(section);
	return rows.length === 0 ? '' : table(columns, rows, `Rows: ${section.title}`) + moreRows(left);
}

type Draw = {readonly chartsOf: (section: Section) => readonly Chart[]; readonly draw: (chart: Chart) => string};

function sectionElement(section: Section, {chartsOf, draw}: Draw): string {
	const {value, verdict, reason} = section.summary;
	const change = changeText(section.summary);
	const left = section.isList ? 0 : section.rows.length - drawnRows(section).length;
	const charts = section.isList
		? ''
		: chartsOf(section)
				.map(chart => drawFigure(chart, draw, 'the saved result'))
				.join('') + moreRows(left);
	return `<section class="question" aria-labelledby="${idOf(section)}"><h2 id="${idOf(section)}">${text(section.title)}</h2>
<div class="headline"><div><b>${figureText(value)}</b> ${text(figureName(section.summary))}<br><span class="soft">${text(change === undefined ? `result of ${section.day}` : `${change} since ${section.summary.beforeDay}`)}</span></div>${trendElement(section)}${badge(verdict)}</div>
${reason === '' ? '' : `<p>${text(reason)}</p>`}${section.isList ? listElement(section) : charts}</section>`;
}

function verdictElement(section: Section): string {
	const {verdict, reason} = section.summary;
	const change = changeText(section.summary);
	return `<li>${badge(verdict)}<div><a href="#${idOf(section)}">${text(section.title)}</a><span>${text(headlineText(section.summary))}${change === undefined ? '' : ` <span class="soft">${text(change)}</span>`}</span>${reason === '' ? '' : `<span class="reason">${text(reason)}</span>`}</div>${trendElement(section)}</li>`;
}

function movedElement({moved, unexplained, isSynthetic}: Digest): string {
	if (moved.length === 0 && unexplained.length === 0) return '';
	const items = [
		...moved.map(group => `${text(group.title)}: ${text(movedText(group))}`),
		...unexplained.map(
			figure => `${text(figure.title)}: <code>${text(whyLine(figure, isSynthetic))}</code> finds the groups`,
		),
	];
	return `<section class="question" aria-labelledby="what-moved"><h2 id="what-moved">What moved</h2><ul>${items.map(item => `<li>${item}</li>`).join('')}</ul></section>`;
}

/** Formats a digest as an HTML page that loads nothing. */
export function digestPage(digest: Digest, made: string, drawing: Draw): string {
	const {title, sections, caveats, isSynthetic, missing} = digest;
	const first = firstRunNote(digest);
	const notes = caveats
		.map(([note, names]) => `<li>${text(note)} <span class="soft">(${names.map(text).join(', ')})</span></li>`)
		.join('');
	return pageFrame(
		text(title),
		`<header><h1>${text(title)}</h1><p class="soft">${text(made)}${isSynthetic ? ` · ${syntheticText}` : ''}</p></header>
<main><section aria-label="Outcomes">${first === undefined ? '' : `<p>${text(first)}</p>`}<ul class="verdicts">${sections.map(verdictElement).join('')}</ul>${missing.length > 0 ? `<p class="soft">No result yet: ${missing.map(text).join(', ')}.</p>` : ''}</section>
${movedElement(digest)}
${sections.map(each => sectionElement(each, drawing)).join('\n')}
${notes === '' ? '' : `<section class="question" aria-label="Caveats"><h2>Caveats</h2><ul class="notes">${notes}</ul></section>`}
</main>`,
		{ownStyle: style},
	);
}
