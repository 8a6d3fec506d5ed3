import {addDays, isDay} from '../../calendar.ts';
import {isTotal, type Mark} from '../../output/dataset.ts';
import {groupBy} from '../../text/group-by.ts';
import {compareVersions} from '../../text/version-order.ts';
import type {Question} from '../file/question-file.ts';
import {createResultReader, ignoreDamaged} from '../results/read-results.ts';
import {findDifference, type Result} from '../results/result.ts';
import type {SavedResult} from '../results/result-history.ts';

/** Releases that saved results show, without a file of marks and without a call. */

const isReleaseList = ({ask}: Question) => ask[0] === 'release' && ask[1] === 'list';
const isByVersion = ({ask}: Question) => /--level[ =]prodVersion\b/.test(ask.join(' '));

/** Returns the versions with the day on which each was first seen, if the result tells it (`release list`). */
function getFirstDays({columns, rows}: Result): readonly Mark[] {
	const [dayAt, versionAt] = ['firstSeen', 'version'].map(key => columns.findIndex(column => column.key === key));
	return rows.flatMap(row => {
		const [day, version] = [row[dayAt ?? -1], row[versionAt ?? -1]];
		return isDay(day) && typeof version === 'string' ? [{day, label: version}] : [];
	});
}

/** The counts of a result by version. */
type VersionCounts = Pick<Result, 'day' | 'service' | 'product' | 'command'> & {
	readonly counts: ReadonlyMap<string, number>;
};

export function countVersions({columns, rows, day, service, product, command}: Result): VersionCounts {
	const versionAt = columns.findIndex(({key}) => key === 'prodVersion');
	const figureAt = columns.findIndex(isTotal);
	const counts = new Map<string, number>();
	for (const row of rows) {
		const version = row[versionAt];
		const count = Number(row[figureAt] ?? 0);
		if (typeof version === 'string' && /\d/.test(version) && count > 0)
			counts.set(version, (counts.get(version) ?? 0) + count);
	}
	return {day, service, product, command, counts};
}

/**
 * Returns the versions that no earlier result has, if they are higher than the most used one: an older version can return among
 * the largest. Questions usually run in the morning and show the day before, so that is the day of the mark. `results` are sorted
 * by time.
 */
export function findNewVersions(results: readonly VersionCounts[]): readonly Mark[] {
	const seen = new Set<string>();
	return results.flatMap((result, at) => {
		const last = results[at - 1];
		const isComparable = last !== undefined && findDifference(result, last) === undefined;
		const [[leading] = []] = [...(last?.counts ?? [])].toSorted(([, one], [, other]) => other - one);
		const isNew = (version: string) =>
			isComparable && leading !== undefined && !seen.has(version) && compareVersions(version, leading) > 0;
		const found = [...result.counts.keys()].filter(isNew);
		for (const version of result.counts.keys()) seen.add(version);
		return found.map(label => ({day: addDays(result.day, -1), label}));
	});
}

const daysToRead = 60;

/** Returns the last result of each day. `saved` is sorted by time. */
function lastOfDays(saved: readonly SavedResult[]): readonly SavedResult[] {
	const first = addDays(saved.at(-1)?.day ?? '', -daysToRead);
	return [...new Map(saved.map(each => [each.day, each])).values()].filter(({day}) => day >= first);
}

/** Returns the marks of the file, and the releases in saved results that are not among them. `saved` is sorted by time. */
export async function withReleases(
	marks: readonly Mark[],
	questions: readonly Question[],
	saved: readonly SavedResult[],
): Promise<readonly Mark[]> {
	// What is read here does not count towards the limits of checks.
	const read = createResultReader();
	const readEach = async <T>(wanted: readonly SavedResult[], toItem: (result: Result) => T): Promise<readonly T[]> => {
		const items: T[] = [];
		for (const each of wanted) {
			const result = await read(each).catch(ignoreDamaged);
			if (result) items.push(toItem(result));
		}
		return items;
	};
	const historiesOf = (isWanted: (question: Question) => boolean) => {
		const names = new Set(questions.filter(isWanted).map(({name}) => name));
		const own = saved.filter(({question}) => names.has(question));
		return [...groupBy(own, ({question, product}) => `${question} ${product}`).values()];
	};
	const found: Mark[] = [];
	for (const own of historiesOf(isReleaseList)) found.push(...(await readEach(own.slice(-1), getFirstDays)).flat());
	for (const own of historiesOf(isByVersion))
		found.push(...findNewVersions(await readEach(lastOfDays(own), countVersions)));
	const isMarked = ({label}: Mark, at: number) =>
		[...marks, ...found.slice(0, at)].some(other => other.label === label);
	return [...marks, ...found.filter((mark, at) => !isMarked(mark, at))].toSorted((one, other) =>
		one.day.localeCompare(other.day),
	);
}
