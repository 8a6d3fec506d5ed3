import {CliError} from '../../errors.ts';
import type {Context} from '../command.ts';
import {optional} from '../flag.ts';
import {text} from '../values.ts';
import {addDays, daysBetween} from './day-count.ts';
import {parseRange, type Range} from './range.ts';

/** `--compare`: the same question for another range, and what changed. */
export const compare = optional({
	flags: '--compare <range>',
	summary: 'previous (the range just before), or FROM..TO: value, baseline, delta and percent of every figure',
	parse: text,
});

/** Days of a range, both ends in it. */
export const lengthOf = ({first, last}: Range): number => daysBetween(first, last) + 1;

/** The range to compare with; undefined when none was asked for. Throws CliError of kind usage for one that is none. */
export function resolveBaseline(
	asked: string | undefined,
	range: Range,
	{today}: Pick<Context, 'today'>,
): Range | undefined {
	if (asked === undefined) return undefined;
	if (asked === 'previous') return {first: addDays(range.first, -lengthOf(range)), last: addDays(range.first, -1)};
	const [from, to, ...rest] = asked.split('..');
	if (!from || !to || rest.length > 0) {
		throw new CliError('usage', `--compare: expected previous or FROM..TO, not '${asked}'`, {
			hint: 'give --compare previous, or two dates: --compare 2025-01..2025-03',
			expected: ['previous', 'FROM..TO'],
		});
	}
	return parseRange({from, to}, {today});
}
