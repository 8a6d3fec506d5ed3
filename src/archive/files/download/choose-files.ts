import {getCoveredDays, getDays} from '../file-days.ts';
import type {FileKind, LogFile} from '../log-file.ts';

export type Selection = {
	/** Only these; everything else is then ignored. */
	readonly names?: readonly string[];
	readonly kinds?: readonly FileKind[];
	/** First and last day, inclusive. A file is selected when it has any of these days. */
	readonly since?: string | undefined;
	readonly until?: string | undefined;
};

export type Choice = {
	readonly fetch: readonly LogFile[];
	/** In the folder already. */
	readonly complete: readonly LogFile[];
	/** Not needed: other files have all their days. */
	readonly covered: readonly LogFile[];
	/** Left out because they will still change, and were not selected. */
	readonly open: readonly LogFile[];
};

const weigh = (files: readonly LogFile[]) => files.reduce((sum, {compressedKB}) => sum + (compressedKB ?? 0), 0);

/**
 * Chooses the files that have missing days: months first, since one file is cheaper than thirty. Where most days of a month
 * are in the folder as daily files, the missing ones are fetched as daily files too, if all are listed.
 */
function coverDays(files: readonly LogFile[], onDisk: readonly LogFile[]) {
	const have = new Set(getCoveredDays(onDisk));
	const days = files.filter(({kind}) => kind === 'daily');
	const dailies = new Map(days.map(file => [file.from, file]));
	const lacks = (file: LogFile) => getDays(file).filter(day => !have.has(day));
	const isCheaperByDay = (month: LogFile) => {
		const listed = lacks(month).map(day => dailies.get(day));
		return (
			listed.length < getDays(month).length &&
			listed.every(file => file !== undefined) &&
			weigh(listed) < (month.compressedKB ?? 0) / 2
		);
	};
	const fetch: LogFile[] = [];
	const covered: LogFile[] = [];
	// the longest range first: a later file of a month has all days of an earlier one
	const months = files.filter(({kind}) => kind === 'monthly').toSorted((a, b) => getDays(b).length - getDays(a).length);
	for (const file of [...months, ...days]) {
		if (lacks(file).length === 0 || (file.kind === 'monthly' && isCheaperByDay(file))) covered.push(file);
		else {
			fetch.push(file);
			for (const day of getDays(file)) have.add(day);
		}
	}
	return {fetch: files.filter(file => fetch.includes(file)), covered};
}

/** Tests if a file has any of the days. */
export const isIn = ({from, to}: LogFile, {since, until}: Selection): boolean =>
	(since === undefined || to >= since) && (until === undefined || from <= until);

/** Chooses which of the listed files to fetch (docs/service.md#list-files). `isComplete` tells whether a file is in the folder. */
export function chooseFiles(
	files: readonly LogFile[],
	selection: Selection,
	isComplete: (file: LogFile) => boolean,
): Choice {
	const {names, kinds = ['monthly', 'daily']} = selection;
	if (names) {
		const named = files.filter(({name}) => names.includes(name));
		return {fetch: named.filter(file => !isComplete(file)), complete: named.filter(isComplete), covered: [], open: []};
	}
	const inRange = files.filter(file => isIn(file, selection));
	const wanted = inRange.filter(({kind}) => kinds.includes(kind));
	const complete = wanted.filter(isComplete);
	const lacking = wanted.filter(file => file.kind !== 'open' && !isComplete(file));
	const {fetch, covered} = coverDays(lacking, files.filter(isComplete));
	const open = inRange.filter(({kind}) => kind === 'open');
	const asked = kinds.includes('open');
	// Nobody misses a day who asked for months.
	return {
		fetch: [...fetch, ...(asked ? open : [])],
		complete,
		covered,
		open: asked || !kinds.includes('daily') ? [] : open,
	};
}
