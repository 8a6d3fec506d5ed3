import {findLastDay, type RangeWords} from '../language/values/range-words.ts';
import {current, range} from './installation-counts.ts';
import type {ReportDescriptor} from './report-descriptor.ts';
import {stickiness} from './stickiness.ts';

/** Chooses the operation of newer servers for a range that ends before today, or that is compared. */
export function chooseCurrent(
	{
		compare,
		stickiness: isRatio,
		...words
	}: RangeWords & {readonly compare?: string | undefined; readonly stickiness?: boolean},
	today: string,
): ReportDescriptor {
	if (isRatio) return stickiness as ReportDescriptor;
	const last = findLastDay(words, today);
	return (compare === undefined && last !== undefined && last >= today ? current : range) as ReportDescriptor;
}
