import {type FileDays, getCoveredDays, getDays} from '../file-days.ts';
import type {FileKind, LogFile} from '../log-file.ts';

export type FileSelection = {
	/** Selects these files only; the other members are ignored. */
	readonly names?: readonly string[];
	readonly kinds?: readonly FileKind[];
	/** Inclusive. A file is selected if it has any of the days. */
	readonly since?: string | undefined;
	readonly until?: string | undefined;
};

export type FileChoice = {
	readonly fetch: readonly LogFile[];
	readonly complete: readonly LogFile[];
	/** Skipped because other files contain all their days. */
	readonly covered: readonly LogFile[];
	/** Skipped because they will still change and were not selected. */
	readonly open: readonly LogFile[];
};

const sumCompressedKB = (files: readonly LogFile[]) =>
	files.reduce((sum, {compressedKB}) => sum + (compressedKB ?? 0), 0);

/**
 * Chooses the files with missing days. Months come first, since one file is cheaper than thirty; but if most days of a
 * month are in the folder and the rest are listed as daily files, the rest is fetched as daily files too.
 */
function chooseForMissingDays(files: readonly LogFile[], onDisk: readonly FileDays[]) {
	const have = new Set(getCoveredDays(onDisk));
	const days = files.filter(({kind}) => kind === 'daily');
	const dailies = new Map(days.map(file => [file.from, file]));
	const getMissingDays = (file: LogFile) => getDays(file).filter(day => !have.has(day));
	const isCheaperByDay = (month: LogFile) => {
		const listed = getMissingDays(month).map(day => dailies.get(day));
		if (!listed.every(file => file !== undefined)) return false;
		return listed.length < getDays(month).length && sumCompressedKB(listed) < (month.compressedKB ?? 0) / 2;
	};
	const fetch: LogFile[] = [];
	const covered: LogFile[] = [];
	// the longest range first, because a later file of a month contains all days of an earlier one
	const months = files.filter(({kind}) => kind === 'monthly').toSorted((a, b) => getDays(b).length - getDays(a).length);
	for (const file of [...months, ...days]) {
		if (getMissingDays(file).length === 0 || (file.kind === 'monthly' && isCheaperByDay(file))) covered.push(file);
		else {
			fetch.push(file);
			for (const day of getDays(file)) have.add(day);
		}
	}
	return {fetch: files.filter(file => fetch.includes(file)), covered};
}

export const hasSelectedDay = ({from, to}: LogFile, {since, until}: FileSelection): boolean =>
	(since === undefined || to >= since) && (until === undefined || from <= until);

/**
 * Chooses which of the listed files to fetch (docs/service.md#list-files). `unlisted` are files in the folder that are not listed any
 * more, such as earlier files of a month that has grown.
 */
export function chooseFiles(
	files: readonly LogFile[],
	selection: FileSelection,
	isComplete: (file: LogFile) => boolean,
	unlisted: readonly FileDays[] = [],
): FileChoice {
	const {names, kinds = ['monthly', 'daily']} = selection;
	if (names) {
		const named = files.filter(({name}) => names.includes(name));
		return {fetch: named.filter(file => !isComplete(file)), complete: named.filter(isComplete), covered: [], open: []};
	}
	const inRange = files.filter(file => hasSelectedDay(file, selection));
	const wanted = inRange.filter(({kind}) => kinds.includes(kind));
	const complete = wanted.filter(isComplete);
	const lacking = wanted.filter(file => file.kind !== 'open' && !isComplete(file));
	const {fetch, covered} = chooseForMissingDays(lacking, [...files.filter(isComplete), ...unlisted]);
	const open = inRange.filter(({kind}) => kind === 'open');
	const asked = kinds.includes('open');
	// A selection of months does not miss open days.
	return {
		fetch: [...fetch, ...(asked ? open : [])],
		complete,
		covered,
		open: asked || !kinds.includes('daily') ? [] : open,
	};
}
