import {addDays, countDays, countMonths, lastOfMonth, shiftMonth} from '../../calendar.ts';
import {CliError} from '../../errors.ts';
import {parsePeriod} from '../../language/values/date-words.ts';
import type {Range} from '../../output/dataset.ts';
import type {ReportPorts} from '../report-ports.ts';
import {type Ends, firstOf, resolveRange} from '../request/report-range.ts';

/**
 * Returns the range just before: as many months if the range consists of whole ones, otherwise as many days, or weeks or months if
 * the rows are by week or month and the range starts with a complete one, so that complete rows are compared with complete ones.
 */
function getPrevious(range: Range, unit: string | undefined): Range {
	const last = addDays(range.first, -1);
	const days = countDays(range);
	const isWhole = firstOf[unit ?? '']?.(range.first) === range.first;
	const touched = isWhole && unit === 'month' ? {...range, last: lastOfMonth(range.last)} : range;
	const months = countMonths(touched);
	if (months !== undefined) return {first: shiftMonth(range.first, -months), last};
	return {first: addDays(range.first, isWhole ? -7 * Math.ceil(days / 7) : -days), last};
}

type Compared = {
	readonly range: Range;
	readonly unit: string | undefined;
	/** The whole period that the user named. */
	readonly period?: Range | undefined;
};

/** A period that is not over is compared with as many days from the start of the one before it. */
function getBaseline({range, unit, period}: Compared): Range {
	if (!period || range.last >= period.last) return getPrevious(range, unit);
	const {first, last} = getPrevious(period, undefined);
	const end = addDays(first, countDays(range) - 1);
	return {first, last: end < last ? end : last};
}

/** Parses `previous`, a word for a whole period such as `last-quarter`, or two dates. */
function parseComparedRange(
	text: string,
	compared: Compared,
	{today, flag}: {readonly today: string; readonly flag: string},
): Ends {
	if (text === 'previous') {
		const {first, last} = getBaseline(compared);
		return {from: first, to: last};
	}
	const period = parsePeriod(text, today);
	if ('first' in period) return {from: period.first, to: period.last};
	const [from, to, ...rest] = text.split('..');
	if (from && to && rest.length === 0) return {from, to};
	throw new CliError('usage', `${flag}: expected previous, a period or FROM..TO, not '${text}'`, {
		hint: `give ${flag} previous, ${flag} last-quarter, or two dates: ${flag} 2025-01..2025-03`,
		expected: ['previous', 'last-quarter', 'FROM..TO'],
	});
}

export async function resolveComparedRange(
	text: string | undefined,
	about: Compared,
	context: ReportPorts,
	flag = '--compare',
): Promise<Range | undefined> {
	if (text === undefined) return undefined;
	return resolveRange(parseComparedRange(text, about, {today: context.today, flag}), context, flag);
}
