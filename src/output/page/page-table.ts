import {printCount} from '../../text/wording.ts';
import {type Cell, type Column, displayCell, isFigure, type Row, withSign} from '../dataset.ts';
import {type Counts, getCounts} from '../rows/proportions.ts';
import {isSmallGroup} from '../small-group.ts';
import {text} from './page-text.ts';

/** Further rows are only in the CSV. */
const maxRows = 2000;

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
	const shown = typeof value === 'number' ? withSign(column, figureText(value, decimals)) : text(String(value));
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
