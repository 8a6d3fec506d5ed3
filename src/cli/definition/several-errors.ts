import {CliError} from '../../errors.ts';
import {didYouMean} from '../../text/near-names.ts';
import {alternatives} from '../../text/wording.ts';

/** Reports several errors in what was typed at once. */

/** The hint for an error that the help of a command explains, or the help of the program if the path is empty. */
export const seeHelp = (path: string): string => `see usagectl ${path ? `${path} ` : ''}--help`;

/** Describes an error in one line: its place, its message, and what would be valid. */
export function describeError({message, details}: CliError): string {
	const {hint, place, expected = [], suggest = []} = details;
	const where = place ? `${place.source} at ${place.column}: ` : '';
	const advice = [
		...(place && expected.length > 0 ? [`expected ${alternatives(expected)}`] : []),
		...(place && suggest.length > 0 ? [didYouMean(suggest)] : []),
		...hint.split('\n').filter(line => line !== '' && !line.startsWith('see usagectl ')),
	];
	return [`${where}${message}`, ...new Set(advice)].join('; ').replaceAll('?; ', '? ');
}

/** The errors that an error joins, or the error itself. */
export const listErrors = (error: CliError): readonly CliError[] => error.details.errors ?? [error];

/** Joins errors into one. A single error stays as it is. */
export function joinErrors(errors: readonly CliError[], hint: string): CliError {
	const [first, ...others] = errors;
	if (first && others.length === 0) return first;
	const all = errors.flatMap(listErrors);
	const problems = all.flatMap(each => each.details.problems ?? [describeError(each)]);
	return new CliError('usage', `${problems.length} errors`, {hint, problems, errors: all});
}

/** Returns what a step returns; undefined after a CliError of kind usage, which is added to the errors. */
async function attempt<T>(step: () => T, errors: CliError[]): Promise<Awaited<T> | undefined> {
	try {
		return await step();
	} catch (error) {
		if (!(error instanceof CliError) || error.kind !== 'usage') throw error;
		errors.push(error);
		return undefined;
	}
}

/** Runs steps one after the other, and returns the errors of kind usage that they throw. */
export async function findErrors(steps: readonly (() => unknown)[]): Promise<readonly CliError[]> {
	const errors: CliError[] = [];
	for (const step of steps) await attempt(step, errors);
	return errors.flatMap(listErrors);
}

type Steps<T extends readonly unknown[]> = {readonly [At in keyof T]: () => Promise<T[At]>};

/** Runs steps one after the other, and returns what they return. Throws their errors of kind usage as one. */
export async function tryAll<T extends readonly unknown[]>(steps: Steps<T>, hint: string): Promise<T> {
	const errors: CliError[] = [];
	let results: readonly unknown[] = [];
	for (const step of steps) results = [...results, await attempt(step, errors)];
	if (errors.length > 0) throw joinErrors(errors, hint);
	return results as T;
}
