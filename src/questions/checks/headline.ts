import {type Column, displayCell, isFigure, isTotal} from '../../output/dataset.ts';
import {counted} from '../../text/wording.ts';
import type {Question} from '../file/question-file.ts';
import {isIdColumn, type Result} from '../results/result.ts';
import {timeOf} from '../results/result-periods.ts';
import {readFigures, type Subject} from './check-figures.ts';

export type Headline = {
	readonly what: string;
	readonly value: number | null;
	/** True if the value is a sum of groups, which may be fewer than all. */
	readonly isSum: boolean;
};

function firstFigure({columns}: Result): Subject {
	const period = columns[timeOf(columns).periodAt];
	const percent = columns.find(({kind}) => kind === 'percent');
	if (period && percent) return {column: percent.key, where: {[period.key]: '1'}};
	const column = columns.find(each => isTotal(each)) ?? columns.find(isFigure);
	return column ? {column: column.key, sum: true} : {rows: true};
}

/** Chooses the figure: the one named in the file, else that of the first check, else the first one; for lists the number of rows. */
function subjectOf({headline, checks}: Pick<Question, 'headline' | 'checks'>, result: Result): Subject {
	if (headline) return {...headline, sum: true};
	const [check] = checks;
	if (result.columns.some(isIdColumn) || check?.rows !== undefined) return {rows: true};
	if (!check?.column) return firstFigure(result);
	return {column: check.column, ...(check.where ? {where: check.where} : {}), sum: true};
}

/** Names the figure and the rows that it comes from: `Engaged % after 1 month`, `Active (Pro)`. If each row has another unit, its name says more. */
function nameFigure({column, where = {}}: Subject, columns: readonly Column[]): string {
	if (column === undefined) return 'rows';
	const find = (name: string) => columns.find(({key}) => key === name);
	const entries = Object.entries(where).map(([name, wanted]) => ({
		period: find(name),
		wanted: [wanted].flat().join(', '),
	}));
	const isPeriod = ({period}: (typeof entries)[number]) => period?.kind === 'period';
	const after = entries
		.filter(isPeriod)
		.map(({period, wanted}) => ` after ${counted(Number(wanted), period?.unit ?? 'period')}`);
	const others = entries.filter(each => !isPeriod(each)).map(({period, wanted}) => period?.words?.[wanted] ?? wanted);
	if (find(column)?.hasMixedUnits && others.length > 0) return others.join(', ');
	return `${find(column)?.title ?? column}${after.join('')}${others.length > 0 ? ` (${others.join(', ')})` : ''}`;
}

function nameCohort({columns}: Result, label = ''): string {
	const {dateAt, periodAt} = timeOf(columns);
	const [day] = dateAt >= 0 && periodAt >= 0 ? (label.match(/\d{4}-\d\d-\d\d/) ?? []) : [];
	return day === undefined ? '' : `, added in ${displayCell(columns[dateAt] as Column, day)}`;
}

export function readHeadline(question: Pick<Question, 'headline' | 'checks'>, result: Result): Headline {
	const subject = subjectOf(question, result);
	const hasGroups = result.columns.some(({kind}) => kind === 'label');
	const isSum = subject.sum === true && !subject.where && (hasGroups || result.isCut);
	const what = `${nameFigure(subject, result.columns)}${isSum ? ' (sum of rows)' : ''}`;
	const figures = readFigures(result, subject);
	if ('unknown' in figures) return {what, value: null, isSum};
	// For cohorts, the latest one is shown.
	const last = [...figures.groups.values()].at(-1);
	return {what: `${what}${nameCohort(result, last?.label)}`, value: last?.value ?? null, isSum};
}
