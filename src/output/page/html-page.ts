import {escapeHtml} from '../../text/html-text.ts';
import {printCount} from '../../text/wording.ts';
import {
	type Chart,
	fewRemark,
	hasFew,
	hasIntervals,
	hasMark,
	incompleteRemark,
	intervalRemark,
	keepLargest,
	maxCategories,
	openRemark,
	scaleRemarks,
} from '../chart/chart.ts';
import {type Cell, type Column, displayCell, isFigure, type Row} from '../dataset.ts';
import {printable, printableLines} from '../printable.ts';
import {type Counts, getCounts} from '../rows/proportions.ts';
import {isSmallGroup} from '../small-group.ts';
import {style} from './page-style.ts';

export type Page = {
	readonly title: string;
	readonly isSynthetic?: boolean;
	readonly totals?: readonly (readonly [string, number])[];
	readonly facts: readonly (readonly [string, string])[];
	readonly notes: readonly string[];
	readonly charts: readonly Chart[];
	readonly columns: readonly Column[];
	readonly rows: readonly Row[];
	readonly csv: string;
	readonly made: string;
};

/** Further rows are only in the CSV. */
const maxRows = 2000;

/** Escapes untrusted text for use between tags. */
export const text = (value: string): string => escapeHtml(printableLines(value));

/** Escapes a sentence and keeps dates and flags on one line. */
const prose = (value: string): string => text(value).replace(/\d{4}-\d\d-\d\d|--[a-z-]+/g, '<span class="k">$&</span>');

/** Shorter labels, dates and bins (`3 - 5`) are not wrapped. */
const longestWord = 24;
/** Longer texts get a least width, so that rows do not become too tall. */
const longestLine = 40;

const mostDecimals = 4;
const figureText = (value: number, decimals = 0) =>
	value.toLocaleString('en-US', {minimumFractionDigits: decimals, maximumFractionDigits: mostDecimals});

function decimalsOf(column: Column, at: number, rows: readonly Row[]): number {
	if (column.hasMixedUnits || !isFigure(column)) return 0;
	const figures = rows.map(row => displayCell(column, row[at])).filter(value => typeof value === 'number');
	return Math.max(0, ...figures.map(value => (figureText(value).split('.')[1] ?? '').length));
}

type CellStyle = {readonly column: Column; readonly decimals: number; readonly counts: readonly (Counts | null)[]};

/** A percentage of few installations is gray and shows their number. */
const findFew = ({kind}: Column, counts: Counts | null | undefined) =>
	kind === 'percent' && isSmallGroup(counts?.total)
		? {kinds: ['few'], text: ` <small>n = ${counts.total}</small>`}
		: {kinds: [], text: ''};

const hasLongWord = (value: string) => value.split(/\s/).some(word => word.length > longestWord);

/**
 * Returns `w` for a text that gets a least width, `k` for a word that is not wrapped, and `l` for a text with a word that is
 * broken on paper.
 */
function findWrapping({kind}: Column, value: string): readonly string[] {
	if (kind !== 'text' && value.length <= longestWord) return ['k'];
	return [...(value.length > longestLine ? ['w'] : []), ...(hasLongWord(value) ? ['l'] : [])];
}

function cell(raw: Cell | undefined, at: number, {column, decimals, counts}: CellStyle): string {
	const value = displayCell(column, raw);
	if (value === null) return `<td class="${isFigure(column) ? 'n ' : ''}null">–</td>`;
	const shown = typeof value === 'number' ? figureText(value, decimals) : text(String(value));
	const few = findFew(column, counts[at]);
	const kinds = [...(isFigure(column) ? ['n'] : []), ...findWrapping(column, String(value)), ...few.kinds].join(' ');
	return `<td${kinds === '' ? '' : ` class="${kinds}"`}>${shown}${few.text}</td>`;
}

export function table(columns: readonly Column[], rows: readonly Row[], label = 'Rows'): string {
	const head = columns
		.map(column => `<th scope="col"${isFigure(column) ? ' class="n"' : ''}>${text(column.title)}</th>`)
		.join('');
	const shown = rows.slice(0, maxRows);
	const styles = columns.map(
		(column, at): CellStyle => ({
			column,
			decimals: decimalsOf(column, at, shown),
			counts: getCounts(columns, rows, column),
		}),
	);
	const body = shown.map((row, at) => `<tr>${styles.map((each, place) => cell(row[place], at, each)).join('')}</tr>`);
	const rest =
		rows.length > maxRows
			? `<p class="soft">The first ${printCount(maxRows)} of ${printCount(rows.length)} rows. The CSV contains all rows.</p>`
			: '';
	return `<div class="scroll" tabindex="0" role="region" aria-label="${text(label)}"><table><thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody></table></div>${rest}`;
}

function toReadable(chart: Chart, rows: string): {readonly chart: Chart; readonly remarks: readonly string[]} {
	const few = [...(hasFew(chart) ? [fewRemark] : []), ...(hasIntervals(chart) ? [intervalRemark] : [])];
	if (chart.shape === 'heatmap')
		return {chart, remarks: [...few, ...(hasMark(chart.rows, 'incomplete') ? [incompleteRemark] : [])]};
	if (chart.shape === 'waterfall') return {chart, remarks: few};
	const scale = scaleRemarks(chart).map(remark => `${remark[0]?.toUpperCase()}${remark.slice(1)}.`);
	const cut = (kept: number, all: number, which: string) =>
		kept < all ? [`The ${which.replace('%', String(kept))} of ${all}; ${rows} contains all.`] : [];
	if (chart.shape === 'lines') {
		const shown = keepLargest(chart);
		const open = openRemark(shown);
		return {
			chart: shown,
			remarks: [
				...cut(shown.series.length, chart.series.length, '% largest'),
				...scale,
				...few,
				...(open === undefined ? [] : [`Dashed and hollow: ${open}.`]),
				...(chart.marks ? [`Marks: ${chart.marks.map(mark => mark.text).join('; ')}.`] : []),
			],
		};
	}
	const categories = chart.categories.slice(0, maxCategories);
	const series = chart.series.map(one => ({...one, values: one.values.slice(0, maxCategories)}));
	return {
		chart: {...chart, categories, series},
		remarks: [...cut(categories.length, chart.categories.length, 'first %'), ...scale, ...few],
	};
}

const remarksElement = (remarks: readonly string[]) =>
	remarks.length === 0 ? '' : `<p class="soft">${remarks.map(remark => text(printable(remark))).join(' ')}</p>`;

const figureElement = (
	{title}: Chart,
	{svg, remarks, rows}: {readonly svg: string; readonly remarks: readonly string[]; readonly rows: string},
) =>
	`<figure><figcaption>${text(printable(title))}</figcaption><div class="scroll" tabindex="0" role="img" aria-label="${text(printable(title))}; ${rows} has the figures">${svg}</div>${remarksElement(remarks)}</figure>`;

const notesElement = (notes: readonly string[]) =>
	notes.length === 0
		? ''
		: `<section class="notes" aria-label="Notes"><ul>${notes.map(note => `<li>${prose(note)}</li>`).join('')}</ul></section>`;

export const syntheticElement =
	'<p class="synthetic">Synthetic data from the sandbox of usagectl; these are not real installations.</p>';

const totalsElement = (totals: NonNullable<Page['totals']>) =>
	totals.length === 0
		? ''
		: `<section aria-label="Totals"><dl class="totals">${totals
				.map(([name, figure]) => `<div><dt>${text(name)}</dt><dd>${figure.toLocaleString('en-US')}</dd></div>`)
				.join('')}</dl></section>`;

/** Cuts a chart to a legible size and notes what is missing; `rows` says where all figures are. */
export function drawFigure(whole: Chart, drawSvg: (chart: Chart) => string, rows = 'the table below'): string {
	const {chart, remarks} = toReadable(whole, rows);
	return figureElement(chart, {svg: drawSvg(chart), remarks, rows});
}

/** Returns a page that loads nothing and has no script. `title` and `body` are HTML. */
export const pageFrame = (title: string, body: string, ownStyle = ''): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<title>${title}</title><style>${style}${ownStyle}</style></head>
<body>${body}</body></html>
`;

/**
 * Returns a page that loads nothing and has no script: the request in words, charts as SVG, the rows as a table, and a button for
 * the CSV.
 */
export function renderPage(page: Page, drawSvg: (chart: Chart) => string): string {
	const facts = page.facts.map(([name, value]) => `<dt>${text(name)}</dt><dd>${text(value)}</dd>`).join('');
	const csv = Buffer.from(page.csv, 'utf8').toString('base64');
	return pageFrame(
		text(page.title),
		`<header>${page.isSynthetic ? syntheticElement : ''}<h1>${prose(page.title)}</h1><p class="soft">${text(page.made)}</p></header>
<main>${totalsElement(page.totals ?? [])}<section aria-label="Request"><dl>${facts}</dl></section>
${notesElement(page.notes)}
${page.charts.map(chart => drawFigure(chart, drawSvg)).join('\n')}
<h2>Rows</h2><p><a class="download" href="data:text/csv;charset=utf-8;base64,${csv}" download="${page.title.replace(/[^A-Za-z0-9]+/g, '-').slice(0, 80)}.csv">Save as CSV</a></p>
${table(page.columns, page.rows)}
</main>`,
	);
}
