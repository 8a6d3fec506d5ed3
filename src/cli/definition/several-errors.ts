import {CliError} from '../../errors.ts';
import {didYouMean} from '../../text/near-names.ts';
import {alternatives} from '../../text/wording.ts';

/** With an empty path, refers to the global flags. */
export const seeHelp = (path: string): string =>
	path === '' ? 'see usagectl help flags' : `see usagectl ${path} --help`;

/** Describes an error in one line: its place, its message, and what would be valid. */
export function describeError({message, details}: CliError): string {
	const {hint, place, expected = [], suggest = []} = details;
	const where = place ? `${place.source}:${place.line}:${place.column}: ` : '';
	const advice = [
		...(place && expected.length > 0 ? [`expected ${alternatives(expected)}`] : []),
		...(place && suggest.length > 0 ? [didYouMean(suggest)] : []),
		...hint.split('\n').filter(line => line !== '' && !line.startsWith('see usagectl ')),
	];
	return [`${where}${message}`, ...new Set(advice)].join('; ').replaceAll('?; ', '? ');
}

export const listErrors = (error: CliError): readonly CliError[] => error.details.errors ?? [error];

export function joinErrors(errors: readonly CliError[], hint: string): CliError {
	const [first, ...others] = errors;
	if (first && others.length === 0) return first;
	const all = errors.flatMap(listErrors);
	const problems = all.flatMap(each => each.details.problems ?? [describeError(each)]);
	return new CliError('usage', `${problems.length} errors`, {hint, problems, errors: all});
}

/** Returns undefined after a CliError (usage), which is added to the errors. */
async function attempt<T>(step: () => T, errors: CliError[]): Promise<Awaited<T> | undefined> {
	try {
		return await step();
	} catch (error) {
		if (!(error instanceof CliError) || error.kind !== 'usage') throw error;
		errors.push(error);
		return undefined;
	}
}

/** Runs all steps in order, even after errors, and returns their usage errors. */
export async function findErrors(steps: readonly (() => unknown)[]): Promise<readonly CliError[]> {
	const errors: CliError[] = [];
	for (const step of steps) await attempt(step, errors);
	return errors.flatMap(listErrors);
}

type Steps<T extends readonly unknown[]> = {readonly [At in keyof T]: () => Promise<T[At]>};

/** Runs all steps in order and throws their usage errors as one. */
export async function collectErrors<T extends readonly unknown[]>(steps: Steps<T>, hint: string): Promise<T> {
	const errors: CliError[] = [];
	let results: readonly unknown[] = [];
	for (const step of steps) results = [...results, await attempt(step, errors)];
	if (errors.length > 0) throw joinErrors(errors, hint);
	return results as T;
}
