import {groupBy} from '../../text/group-by.ts';
import {type FileDays, getCoveredDays, getDays} from '../file-days.ts';
import {parseRecordFileName} from '../file-name.ts';
import type {TablePart} from './delta-log.ts';
import {getSourceKey, type PartSource} from './part-sources.ts';
import type {MonthSource} from './read-source.ts';

/** Plans the changes after which a table has each record of its sources once. */

export type ProductMonth = {
	readonly product: number;
	readonly month: string;
	readonly sources: readonly MonthSource[];
	/** True if one of the sources will still grow. */
	readonly isOpen: boolean;
};

export type TableUpdate = {
	readonly read: readonly {readonly source: MonthSource; readonly product: number; readonly month: string}[];
	/** Parts to rewrite with the records of only some sources. */
	readonly reduce: readonly {readonly part: TablePart; readonly sources: readonly PartSource[]}[];
	/** Includes the parts in `reduce`. */
	readonly remove: readonly TablePart[];
};

const toFileDays = ({name}: PartSource): FileDays => ({name, from: '', to: '', ...parseRecordFileName(name)});
const crossesMonths = (source: PartSource): boolean => {
	const {from, to} = toFileDays(source);
	return from.slice(0, 7) !== to.slice(0, 7);
};

/**
 * Returns the wanted sources of a part. If no source of its month is wanted, returns the sources with a day that no wanted
 * source has.
 */
function findStayingSources(part: TablePart, months: readonly ProductMonth[]): readonly PartSource[] {
	const ownMonth = months.find(({product, month}) => product === part.product && month === part.month);
	if (ownMonth) {
		const wanted = new Set(ownMonth.sources.map(getSourceKey));
		return part.sources.filter(source => wanted.has(getSourceKey(source)));
	}
	const covered = getCoveredDays(months.flatMap(({sources}) => sources.map(toFileDays)));
	return part.sources.filter(source => getDays(toFileDays(source)).some(day => !covered.has(day)));
}

function planUpdate(parts: readonly TablePart[], months: readonly ProductMonth[]): TableUpdate {
	const found = parts.map(part => ({part, sources: findStayingSources(part, months)}));
	const changed = found.filter(({part, sources}) => sources.length < part.sources.length);
	const present = new Set(found.flatMap(({sources}) => sources.map(getSourceKey)));
	return {
		read: months.flatMap(({product, month, sources}) =>
			sources.filter(source => !present.has(getSourceKey(source))).map(source => ({source, product, month})),
		),
		reduce: changed.filter(({sources}) => sources.length > 0),
		remove: changed.map(({part}) => part),
	};
}

const byMonth = (one: ProductMonth, other: ProductMonth) => (one.month < other.month ? -1 : 1);

/**
 * Plans one update per month, so that a kill loses little work. If a file crosses the end of a month, the months of its
 * product are updated together, because a day may move between them.
 */
export function planUpdates(parts: readonly TablePart[], months: readonly ProductMonth[]): readonly TableUpdate[] {
	const byProduct = groupBy(months.toSorted(byMonth), ({product}) => product);
	const units = [...byProduct].flatMap(([product, own]) => {
		const ownParts = parts.filter(part => part.product === product);
		const together = [...own, ...ownParts].some(({sources}) => sources.some(crossesMonths));
		if (together) return [planUpdate(ownParts, own)];
		return own.map(month =>
			planUpdate(
				ownParts.filter(part => part.month === month.month),
				[month],
			),
		);
	});
	return units.filter(({read, remove}) => read.length + remove.length > 0);
}

/**
 * Returns the groups of small parts to merge, each of one month. The month must be over: none of its files will grow,
 * and there are files of a later month.
 */
export function planMerges(
	parts: readonly TablePart[],
	months: readonly ProductMonth[],
	{minPartBytes}: {readonly minPartBytes: number},
): readonly (readonly TablePart[])[] {
	const last = months.map(({month}) => month).reduce((one, other) => (one > other ? one : other), '');
	const open = new Set(months.filter(({isOpen}) => isOpen).map(({product, month}) => `${product} ${month}`));
	const getMonth = ({product, month}: TablePart) => `${product} ${month}`;
	const small = parts.filter(part => part.bytes < minPartBytes && part.month < last && !open.has(getMonth(part)));
	return [...groupBy(small, getMonth).values()].filter(group => group.length > 1);
}
