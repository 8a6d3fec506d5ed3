import {disk} from '../../files/disk.ts';
import type {SavedResult} from './result-history.ts';

export const removeResult = ({path}: SavedResult): Promise<void> => disk.remove(path);

/** Returns the results from before a day, except the last of each month for each question and product. `saved` is sorted by time. */
export function findPrunable(saved: readonly SavedResult[], before: string): readonly SavedResult[] {
	const monthOf = ({question, product, day}: SavedResult) => `${question}/${product}/${day.slice(0, 7)}`;
	const last = new Map(saved.map(each => [monthOf(each), each.path]));
	return saved.filter(each => each.day < before && last.get(monthOf(each)) !== each.path);
}
