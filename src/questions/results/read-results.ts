import {CliError} from '../../errors.ts';
import {disk} from '../../files/disk.ts';
import {createDamagedError, findExcess, maxResultBytes, parseResult, type Result} from './result.ts';
import type {ResultHistory, SavedResult} from './result-history.ts';

const bytesPerMiB = 1024 * 1024;
/** Throws CliError (damaged) if the file is invalid, too large or contains another result than its name says, and `disk` if it cannot be read. */
export async function readResult({path, question, day, product}: SavedResult): Promise<Result> {
	const {size} = await disk.stat(path);
	const bytes = size > maxResultBytes ? undefined : await disk.read(path);
	const excess = bytes && findExcess(bytes);
	if (excess !== undefined) throw createDamagedError(`${path} ${excess}`);
	const result = parseResult(bytes?.toString() ?? '', path);
	if (result.question === question && result.day === day && result.product === product) return result;
	throw createDamagedError(`${path} contains the result of another question, day or product`);
}

export const isDamaged = (error: unknown): error is CliError => error instanceof CliError && error.kind === 'damaged';

export function ignoreDamaged(error: unknown): undefined {
	if (!isDamaged(error)) throw error;
}

/** Returns a function that adds up bytes. It throws CliError (damaged) if they are more than `MiB`. */
export function createByteBudget(MiB: number, what: string): (bytes: number) => void {
	let used = 0;
	return bytes => {
		used += bytes;
		if (used > MiB * bytesPerMiB)
			throw new CliError(
				'damaged',
				`${what} exceed ${MiB} MiB: save smaller ones, with --fields, --limit or a filter`,
				{
					hint: 'or delete old results: usagectl history prune --forget-before -90d',
				},
			);
	};
}

const maxCachedBytes = bytesPerMiB;

/**
 * Returns a function that reads results and keeps the latest small ones. It throws CliError (damaged) once a run has read too much,
 * of one question and product or of all.
 */
export function createResultReader(): ResultHistory['read'] {
	const cached = new Map<string, Promise<Result>>();
	let cachedBytes = 0;
	const addToRun = createByteBudget(1024, 'the earlier results of all questions');
	const budgets = new Map<string, (bytes: number) => void>();
	const addToQuestion = ({question, product}: SavedResult, bytes: number) => {
		const name = `${question} ${product}`;
		const add = budgets.get(name) ?? createByteBudget(512, `the earlier results of ${question}`);
		budgets.set(name, add);
		add(bytes);
	};
	return async saved => {
		const known = cached.get(saved.path);
		if (known) return known;
		const {size} = await disk.stat(saved.path);
		addToQuestion(saved, size);
		addToRun(size);
		const result = readResult(saved);
		if (size > maxCachedBytes / 4) return result;
		if (cachedBytes + size > maxCachedBytes) cached.clear();
		cachedBytes = cached.size === 0 ? size : cachedBytes + size;
		cached.set(saved.path, result);
		return result;
	};
}
