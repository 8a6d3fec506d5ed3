import {lastOfMonth} from '../../calendar.ts';
import {type FileDays, getCoveredDays, getDays} from '../file-days.ts';
import type {FileKind, LogFile} from './log-file.ts';

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

const getMonth = ({to}: LogFile) => to.slice(0, 7);

const sumCompressedKB = (files: readonly LogFile[]) =>
	files.reduce((sum, {compressedKB}) => sum + (compressedKB ?? 0), 0);

/** The size is as listed at the time of the download. */
type StoredDays = FileDays & Pick<LogFile, 'uncompressedKB'>;

type StoredFiles = {
	readonly onDisk: readonly StoredDays[];
	/** Each daily file repeats the header, which a month has once. */
	readonly headerKB: number;
};

/** Listed sizes have three decimals. */
const roundedKB = 0.0005;

/**
 * Chooses the files with missing days, and months that are larger than their days in the folder, because late records
 * came. A month comes as one file, unless daily files are listed for all its missing
 * days and have less than half of its bytes. A month that is not over has a larger file each day, so its days come as
 * daily files if these have no more bytes, as they do once one of its days is in the folder.
 */
function chooseForMissingDays(files: readonly LogFile[], {onDisk, headerKB}: StoredFiles, lastMonth: string) {
	const storedKB = new Map(
		onDisk.filter(({from, to}) => from === to).map(({from, uncompressedKB}) => [from, uncompressedKB - headerKB]),
	);
	const hasMore = (file: LogFile) => {
		const sizes = getDays(file).map(day => storedKB.get(day) ?? Number.POSITIVE_INFINITY);
		const total = sizes.reduce((sum, size) => sum + size + roundedKB, headerKB + roundedKB);
		return file.kind === 'monthly' && file.uncompressedKB > total;
	};
	const have = new Set(getCoveredDays(onDisk));
	const days = files.filter(({kind}) => kind === 'daily');
	const dailies = new Map(days.map(file => [file.from, file]));
	const getMissingDays = (file: LogFile) => getDays(file).filter(day => !have.has(day));
	const comesByDay = (month: LogFile) => {
		const listed = getMissingDays(month).map(day => dailies.get(day));
		if (!listed.every(file => file !== undefined)) return false;
		const isOver = month.to === lastOfMonth(month.to) || getMonth(month) < lastMonth;
		const bytes = month.compressedKB ?? 0;
		return sumCompressedKB(listed) <= (isOver ? bytes / 2 : bytes);
	};
	const fetch: LogFile[] = [];
	const covered: LogFile[] = [];
	// the longest range first, because a later file of a month contains all days of an earlier one
	const months = files.filter(({kind}) => kind === 'monthly').toSorted((a, b) => getDays(b).length - getDays(a).length);
	for (const file of [...months, ...days]) {
		const hasAll = getMissingDays(file).length === 0 || (file.kind === 'monthly' && comesByDay(file));
		if (hasAll && !hasMore(file)) covered.push(file);
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
 * Chooses which of the listed files to fetch (docs/service.md#list-files). `onDisk` are files in the folder that are not listed any
 * more, such as earlier files of a month that has grown.
 */
export function chooseFiles(
	files: readonly LogFile[],
	selection: FileSelection,
	isComplete: (file: LogFile) => boolean,
	{onDisk: unlisted, headerKB}: StoredFiles = {onDisk: [], headerKB: 0},
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
	const lastMonth = files.map(getMonth).reduce((one, other) => (one > other ? one : other), '');
	const onDisk = [...files.filter(isComplete), ...unlisted];
	const {fetch, covered} = chooseForMissingDays(lacking, {onDisk, headerKB}, lastMonth);
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
