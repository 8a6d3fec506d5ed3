import {CliError} from '../../errors.ts';
import type {KeysPorts} from '../keys-ports.ts';

const maxPrinted = 20;

export type Doubts = {
	/** Sentences about keys or license types that resemble existing ones, which `--allow-similar` accepts. */
	readonly similar: readonly string[];
	readonly other?: readonly string[];
	readonly describe: (count: number) => string;
};

export type DoubtPorts = Pick<KeysPorts, 'note' | 'warn' | 'isAsked'>;

/**
 * Writes doubts as warnings, or as notes if the user allows similar keys. Throws CliError (usage) with `--strict`, and if
 * nobody is asked before the keys are sent, because they cannot be deleted.
 */
export async function settleDoubts(
	{similar, other = [], describe}: Doubts,
	allowSimilar: boolean,
	{note, warn, isAsked}: DoubtPorts,
): Promise<void> {
	if (allowSimilar) for (const text of shorten(similar)) await note(text);
	await warnAll(allowSimilar ? other : [...similar, ...other], describe, warn);
	if (allowSimilar || isAsked || similar.length === 0) return;
	throw new CliError('usage', `${describe(similar.length)}; nothing was sent`, {
		hint: 'correct the input, or add --allow-similar',
		code: 'similar',
	});
}

/** Throws one error with all texts if they are errors (`--strict`). */
async function warnAll(texts: readonly string[], describe: Doubts['describe'], warn: KeysPorts['warn']): Promise<void> {
	const errors: CliError[] = [];
	for (const text of shorten(texts)) {
		await warn(text).catch(error => {
			if (!(error instanceof CliError)) throw error;
			errors.push(error);
		});
	}
	const [first] = errors;
	if (first && errors.length === 1) throw first;
	if (!first) return;
	const problems = errors.map(({message}) => message);
	throw new CliError('usage', describe(texts.length), {...first.details, problems});
}

const shorten = (texts: readonly string[]): readonly string[] =>
	texts.length > maxPrinted ? [...texts.slice(0, maxPrinted), `… and ${texts.length - maxPrinted} more`] : texts;
