import {createHash} from 'node:crypto';
import type {Chart} from '../chart/chart.ts';
import type {Answer, Column, Row} from '../dataset.ts';
import {drawFigure} from './page-figure.ts';
import {script} from './page-script.ts';
import {style} from './page-style.ts';
import {table} from './page-table.ts';
import {prose, text} from './page-text.ts';

export type Page = {
	readonly title: string;
	/** The filter, products and sandbox that the figures are of. */
	readonly scope: readonly string[];
	readonly answer?: Answer | undefined;
	/** The request in words, for the end of the page. */
	readonly facts: readonly (readonly [string, string])[];
	readonly notes: readonly string[];
	readonly charts: readonly Chart[];
	readonly columns: readonly Column[];
	readonly rows: readonly Row[];
	readonly csv: string;
	readonly made: string;
};

export const syntheticText = 'Synthetic data from the sandbox of usagectl';

const answerElement = ({figure, text: sentence}: Answer) =>
	`<p class="answer"><b>${text(figure)}</b> ${prose(sentence)}</p>`;

const notesElement = (notes: readonly string[]) =>
	notes.length === 0
		? ''
		: `<ul class="notes" aria-label="Notes">${notes.map(note => `<li>${prose(note)}</li>`).join('')}</ul>`;

const scriptHash = createHash('sha256').update(script).digest('base64');

/** Returns a page that loads nothing and runs only its own script, which sorts and filters tables. All texts are HTML. */
export const pageFrame = (
	title: string,
	body: string,
	{ownStyle = '', description = ''} = {},
): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${scriptHash}'; img-src data:">
${description === '' ? '' : `<meta name="description" content="${description}">\n`}<title>${title}</title><style>${style}${ownStyle}</style></head>
<body>${body}<script>${script}</script></body></html>
`;

const saveElement = ({csv, title}: Page) =>
	`<a class="download" href="data:text/csv;charset=utf-8;base64,${Buffer.from(csv, 'utf8').toString('base64')}" download="${title.replace(/[^A-Za-z0-9]+/g, '-').slice(0, 80)}.csv">Save as CSV</a>`;

/**
 * Returns a page: title and scope, the answer in one sentence, charts as SVG, notes, the rows as a table with a button for the CSV,
 * and the request in words, closed, at the end.
 */
export function renderPage(page: Page, draw: (chart: Chart) => string): string {
	const {title, scope, answer, facts, notes, charts, columns, rows, made} = page;
	const about = facts.map(([name, value]) => `<dt>${text(name)}</dt><dd>${text(value)}</dd>`).join('');
	return pageFrame(
		text(title),
		`<header><h1>${prose(title)}</h1>${scope.length === 0 ? '' : `<p class="soft">${scope.map(prose).join(' · ')}</p>`}</header>
<main>${answer ? answerElement(answer) : ''}
${charts.map(chart => drawFigure(chart, draw)).join('\n')}
${notesElement(notes)}
<div class="rows"><h2>Rows</h2>${saveElement(page)}</div>
${table(columns, rows)}
<details><summary>About this page</summary>${about === '' ? '' : `<dl>${about}</dl>`}<p class="soft">${text(made)}</p></details>
</main>`,
		// Chats and mail show it below a link.
		{description: answer ? text(`${answer.figure} ${answer.text}`) : ''},
	);
}
