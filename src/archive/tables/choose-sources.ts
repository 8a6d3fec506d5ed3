import {type FileDays, getCoveredDays, getDays} from '../file-days.ts';

export type CandidateFile = FileDays & {
	readonly open: boolean;
};

/** `days` limits the file to these days, because other files contain the rest; undefined: all days. */
export type ChosenFile<File extends CandidateFile> = {
	readonly file: File;
	readonly days: readonly string[] | undefined;
};

/** Sorts final files before open ones, then files with more days first, then by name, so that the order is stable. */
const byPriority = (a: CandidateFile, b: CandidateFile) =>
	Number(a.open) - Number(b.open) || getDays(b).length - getDays(a).length || (a.name < b.name ? -1 : 1);

/**
 * Chooses files so that each day is read from exactly one, however daily and monthly files overlap
 * (docs/service.md#list-files). All files must be of one kind and product.
 */
export function chooseSources<File extends CandidateFile>(files: readonly File[]): readonly ChosenFile<File>[] {
	const chosen: File[] = [];
	const sources: ChosenFile<File>[] = [];
	for (const file of files.toSorted(byPriority)) {
		const covered = getCoveredDays(chosen);
		const days = getDays(file).filter(day => !covered.has(day));
		if (days.length === 0) continue;
		chosen.push(file);
		sources.push({file, days: days.length === getDays(file).length ? undefined : days});
	}
	return sources;
}
