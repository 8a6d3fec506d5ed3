import type {ChartRule} from '../chart/chart.ts';
import {getInnerRows} from '../chart/dataset-charts.ts';
import {
	type Answer,
	type Column,
	createIsAdditive,
	displayCell,
	isFigure,
	numberOf,
	type Row,
	rounded,
	toPercent,
	type WholeDataset,
	wholeLevel,
} from '../dataset.ts';

/** The sentence with the figure that a page begins with. It equals the table of the same command, or there is none. */

type Data = WholeDataset & {readonly rows: readonly Row[]; readonly figures: readonly Column[]};

const figureText = (value: number): string => value.toLocaleString('en-US', {maximumFractionDigits: 4});
const signed = (value: number) => `${value > 0 ? '+' : ''}${figureText(value)}`.replace('-', '−');
const percentText = (value: number) => `${figureText(value)} %`;

/** Returns `active installations` for the column `Active`. */
function nounOf({title, noun = title, unit}: Column): string {
	const word = noun.replace(/^\p{Lu}(?=\p{Ll}|$)/u, letter => letter.toLowerCase());
	return unit === 'installations' && !/installation|users/i.test(word) ? `${word} installations` : word;
}

const sumOf = (rows: readonly Row[], place: number) =>
	rounded(rows.reduce((sum, row) => sum + (numberOf(row[place]) ?? 0), 0));

/** Tests whether the rows are all parts of one whole, each counted once. */
const isPartition = ({about, isCut, rows}: Data) => rows.length === 1 || (!about.sumDiffers && !isCut?.());

/** Returns the figure of a single row, or the sum of the rows of one whole; undefined if it is neither. */
function readTotal(data: Data, rows: readonly Row[], column: Column): number | undefined {
	const place = data.columns.indexOf(column);
	if (rows.length === 1) return numberOf(rows[0]?.[place]) ?? undefined;
	return isPartition(data) && createIsAdditive(data.columns, rows)(column) ? sumOf(rows, place) : undefined;
}

const valueText = (column: Column, value: number) =>
	column.kind === 'percent' ? percentText(value) : figureText(value);

/** Says the first figure, then the others that can be said of the same rows. */
function tellFigures(data: Data, rows: readonly Row[], when = ''): Answer | undefined {
	const known = data.figures.flatMap(column => {
		const value = readTotal(data, rows, column);
		return value === undefined ? [] : [{column, value}];
	});
	const [first, ...others] = known.slice(0, 4);
	if (!first) return undefined;
	const rest = others.map(({column, value}) => `; ${valueText(column, value)} ${nounOf(column)}`).join('');
	return {figure: valueText(first.column, first.value), text: `${nounOf(first.column)}${when}${rest}`};
}

function whenText(column: Column, row: Row | undefined): string {
	const day = String(displayCell(column, row?.[0]));
	if (column.unit === 'month' || column.unit === 'year') return ` in ${day}`;
	return column.unit === 'week' ? ` in the week of ${day}` : ` on ${day}`;
}

/** Uses are added up over the complete dates; of installations, the last complete date is told. */
function tellDates(data: Data, date: Column): Answer | undefined {
	const place = data.columns.indexOf(date);
	const marks = data.columns.flatMap((column, at) => (column.marksIncomplete ? [at] : []));
	const complete = data.rows.filter(row => row[place] !== null && marks.every(at => row[at] !== false));
	if (complete.length === 0) return undefined;
	const isAdditive = createIsAdditive(data.columns, complete);
	const [main] = data.figures;
	if (main && complete.length > 1 && isAdditive(main) && main.unit !== 'installations')
		return tellFigures(data, complete, complete.length < data.rows.length ? ` in complete ${date.unit}s` : '');
	const last = complete.at(-1)?.[place];
	return tellFigures(
		data,
		complete.filter(row => row[place] === last),
		whenText(date, [last ?? null]),
	);
}

/** Tells the share that is left after one period, of the cohorts whose losses are known at that age. */
function tellRetention(data: Data, period: Column): Answer | undefined {
	const [periodAt, engagedAt, lostAt, completeAt] = [period.key, 'engaged', 'lost', 'lossesComplete'].map(key =>
		data.columns.findIndex(column => column.key === key),
	) as [number, number, number, number];
	const known = data.rows.filter(row => Number(row[periodAt]) === 1 && row[completeAt] !== false);
	if (known.length === 0 || engagedAt < 0 || !isPartition(data)) return undefined;
	const [engaged, lost] = [sumOf(known, engagedAt), sumOf(known, lostAt)];
	if (engaged + lost === 0) return undefined;
	const unit = period.title.toLowerCase();
	return {
		figure: percentText(Math.round((1000 * engaged) / (engaged + lost)) / 10),
		text: `of ${figureText(engaged + lost)} installations were still in use after 1 ${unit}`,
	};
}

/** Tells the change of the first figure. */
function tellComparison({columns, rows, about, ...data}: Data): Answer | undefined {
	const placeOf = (key: string) => columns.findIndex(column => column.key === key);
	const [figureAt, valueAt, baselineAt] = [placeOf('figure'), placeOf('value'), placeOf('baseline')];
	const own = rows.filter(row => row[figureAt] === rows[0]?.[figureAt]);
	const value = columns[valueAt];
	const whole = {...data, columns, about, rows: own, figures: []};
	const [now, before] = [valueAt, baselineAt].map(at => readTotal(whole, own, columns[at] as Column));
	if (!value || now === undefined || before === undefined) return undefined;
	// What cannot be compared row by row cannot be compared in total.
	if (own.some(row => row[placeOf('delta')] === null)) return undefined;
	const name = figureAt < 0 ? nounOf(value) : nounOf({...value, title: String(own[0]?.[figureAt]), unit: ''});
	const isPercent = value.kind === 'percent';
	const relative = before === 0 || isPercent ? '' : ` (${signed(toPercent(now - before, before))} %)`;
	return {
		figure: `${signed(rounded(now - before))}${isPercent ? ' points' : ''}`,
		text: `${name}${relative}: ${figureText(before)} before, ${figureText(now)} now`,
	};
}

/** Returns the answer of a page; undefined if no single figure stands for its rows. */
export function findAnswer(data: WholeDataset, rule: ChartRule): Answer | undefined {
	const {about, columns, blocks} = data;
	if (about.answer) return about.answer;
	const levelAt = columns.findIndex(({key}) => key === 'level');
	const total = blocks[0].filter(row => row[levelAt] === wholeLevel);
	const rows = total.length > 0 ? total : getInnerRows(data);
	const figures = columns.filter(column => isFigure(column) && (!rule.figures || rule.figures.includes(column.key)));
	const whole = {...data, rows, figures};
	if (rows.length === 0) return undefined;
	const period = columns.find(({kind}) => kind === 'period');
	const date = columns.find(({key}) => key === 'date');
	if (period) return about.isCompared ? undefined : tellRetention(whole, period);
	if (date) return about.isCompared ? undefined : tellDates(whole, date);
	return about.isCompared ? tellComparison(whole) : tellFigures(whole, rows);
}
