import {CliError} from '../../errors.ts';
import {didYouMean} from '../../text/near-names.ts';
import {alternatives} from '../../text/wording.ts';

/** Several mistakes in what was typed, told at once. */

/** A mistake in a line: where it is, what is wrong, and what would do. */
export function describeMistake({message, details}: CliError): string {
	const {hint, place, expected = [], suggest = []} = details;
	const where = place ? `${place.source} at ${place.column}: ` : '';
	const advice = [
		...(place && expected.length > 0 ? [`expected ${alternatives(expected)}`] : []),
		...(place && suggest.length > 0 ? [didYouMean(suggest)] : []),
		...hint.split('\n').filter(line => line !== '' && !line.startsWith('see usagectl ')),
	];
	return [`${where}${message}`, ...new Set(advice)].join('; ').replaceAll('?; ', '? ');
}

/** The mistakes that a failure tells. */
export const listMistakes = (error: CliError): readonly CliError[] => error.details.mistakes ?? [error];

/** One failure for several; the only one as it is. */
export function joinMistakes(failures: readonly [CliError, ...CliError[]], hint: string): CliError {
	if (failures.length === 1) return failures[0];
	const mistakes = failures.flatMap(listMistakes);
	const problems = mistakes.flatMap(each => each.details.problems ?? [describeMistake(each)]);
	return new CliError('usage', `${problems.length} mistakes`, {hint, problems, mistakes});
}

type Steps<T extends readonly unknown[]> = {readonly [At in keyof T]: () => Promise<T[At]>};

/** What steps return, each begun when the one before has ended. Throws their mistakes (CliError of kind usage) at once. */
export async function tryAll<T extends readonly unknown[]>(steps: Steps<T>, hint: string): Promise<T> {
	const results: unknown[] = [];
	const mistakes: CliError[] = [];
	for (const step of steps) {
		try {
			results.push(await step());
		} catch (error) {
			if (!(error instanceof CliError) || error.kind !== 'usage') throw error;
			mistakes.push(error);
		}
	}
	const [first, ...others] = mistakes;
	if (first) throw joinMistakes([first, ...others], hint);
	return results as unknown as T;
}
