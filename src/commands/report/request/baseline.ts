import {addDays, countDays} from '../../../calendar.ts';
import {CliError} from '../../../errors.ts';
import type {Context} from '../../command.ts';
import {resolveRange} from './date-range.ts';
import type {Range} from './range.ts';

function parseBaseline(text: string, range: Range): {readonly from: string; readonly to: string} {
	if (text === 'previous') return {from: addDays(range.first, -countDays(range)), to: addDays(range.first, -1)};
	const [from, to, ...rest] = text.split('..');
	if (from && to && rest.length === 0) return {from, to};
	throw new CliError('usage', `--compare: expected previous or FROM..TO, not '${text}'`, {
		hint: 'give --compare previous, or two dates: --compare 2025-01..2025-03',
		expected: ['previous', 'FROM..TO'],
	});
}

/**
 * The range of `--compare`, undefined when it was not typed. Throws CliError of kind usage for a text that is no range, and for
 * a range before the oldest permitted date.
 */
export async function resolveBaseline(
	text: string | undefined,
	range: Range,
	context: Context,
): Promise<Range | undefined> {
	if (text === undefined) return undefined;
	return resolveRange(parseBaseline(text, range), context, {from: '--compare', to: '--compare'});
}
