import {countDays} from '../../calendar.ts';
import {type Column, numberOf, type Range, type Row} from '../../output/dataset.ts';
import {groupBy} from '../../text/group-by.ts';
import {counted} from '../../text/wording.ts';
import {getLastKnownLoss, type Scope} from '../caveats/request-caveats.ts';
import type {ReportDescriptor} from '../report-descriptor.ts';

/** Figures that count what happened, so that they grow with the number of days. */
const growing: readonly string[] = ['new', 'lost', 'cumulativeUsageCount', 'cumulativeCustomValueCount', 'eventCounts'];

/** The largest difference of lengths that is not worth a remark. */
const tolerance = 1 / 20;

type Side = {readonly range: Range; readonly scope: Scope};

function hasOpenLosses({range, scope}: Side): boolean {
	const lastKnown = getLastKnownLoss(scope);
	return lastKnown !== undefined && range.last > lastKnown;
}

type Compared = {
	readonly report: Pick<ReportDescriptor, 'countsLosses'>;
	readonly now: Side;
	readonly before: Side;
	/** The columns of the report, with the names of its figures. */
	readonly figures: readonly Column[];
};

/**
 * Returns a caveat with the change per day of counts that grow with days, if the ranges differ in length. Losses have none before
 * all of them are known.
 */
export function getPerDayCaveats(
	{columns, rows}: {readonly columns: readonly Column[]; readonly rows: readonly Row[]},
	{report, now, before, figures}: Compared,
): readonly string[] {
	const [days, daysBefore] = [countDays(now.range), countDays(before.range)];
	const isDated = columns.some(({kind}) => kind === 'date');
	if (isDated || Math.abs(days - daysBefore) / daysBefore <= tolerance) return [];
	const at = (key: string) => columns.findIndex(column => column.key === key);
	const isOpen = [now, before].some(hasOpenLosses);
	return [...groupBy(rows, row => String(row[at('figure')]))].flatMap(([key, own]) => {
		const figure = figures.find(column => column.key === key);
		const sum = (side: string) => own.reduce((all, row) => all + (numberOf(row[at(side)]) ?? 0), 0);
		const [value, baseline] = [sum('value') / days, sum('baseline') / daysBefore];
		if (!figure || !growing.includes(key) || baseline === 0 || (isOpen && report.countsLosses?.(figure))) return [];
		const percent = Math.round((1000 * (value - baseline)) / baseline) / 10;
		const change = `${percent < 0 ? '' : '+'}${percent} %`;
		return [
			`per day, ${figure.title.toLowerCase()} changed by ${change} (${counted(daysBefore, 'day')} before, ${days} now)`,
		];
	});
}
