import {getCoveredDays, getDays} from '../../download/choose-files.ts';

/** A file of lines: what it is called and which days it has. */
export type SourceFile = {
	readonly name: string;
	readonly from: string;
	readonly to: string;
	/** Fetched before its day was over. */
	readonly open: boolean;
};

/** A file that lines are taken from: all of them, or only those of some days, since other files have the rest. */
export type LineSource<File extends SourceFile> = {readonly file: File; readonly days: readonly string[] | undefined};

/** Final files before open ones, months before days, and among equals always the same. */
const byWorth = (a: SourceFile, b: SourceFile) =>
	Number(a.open) - Number(b.open) || getDays(b).length - getDays(a).length || (a.name < b.name ? -1 : 1);

/**
 * Chooses files so that each day's lines come from exactly one, however daily and monthly files overlap (wire-facts 1.13). All
 * files must be of one kind and product.
 */
export function chooseSources<File extends SourceFile>(files: readonly File[]): readonly LineSource<File>[] {
	const taken: File[] = [];
	const sources: LineSource<File>[] = [];
	for (const file of files.toSorted(byWorth)) {
		const covered = getCoveredDays(taken);
		const days = getDays(file).filter(day => !covered.has(day));
		if (days.length === 0) continue;
		taken.push(file);
		sources.push({file, days: days.length === getDays(file).length ? undefined : days});
	}
	return sources;
}
