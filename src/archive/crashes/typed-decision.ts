import {CliError} from '../../errors.ts';
import {nearNames, suggestion} from '../../text/near-names.ts';
import {createDecision, type Decision, decisionKinds, findNoteError, findValueError} from './crash-decisions.ts';

/** The words that follow a fingerprint on the command line; `open` takes a decision back. */
export const decisionWords = [...decisionKinds, 'open'] as const;

export type NewDecision = Omit<Decision, 'fingerprint'>;

type TypedDecision = {
	readonly word: string;
	readonly value: string;
	readonly note: string | undefined;
	readonly today: string;
};

const createError = (message: string, hint: string, suggest: readonly string[] = []) =>
	new CliError('usage', message, {...suggestion(suggest, hint), code: 'bad-decision'});

const findDayError = ({kind, value}: NewDecision, today: string) =>
	kind === 'ignore-until' && value <= today ? `ignore-until ${value} is not after today (${today})` : undefined;

/** Returns undefined to take a decision back. Throws CliError (usage). */
export function parseDecision({word, value: typed, note, today}: TypedDecision): NewDecision | undefined {
	const kind = decisionWords.find(each => each === word);
	if (kind === undefined)
		throw createError(
			`'${word}' is not a decision`,
			`decisions are ${decisionWords.join(', ')}`,
			nearNames(word, decisionWords),
		);
	if (kind === 'open') {
		if (typed === '' && note === undefined) return undefined;
		throw createError('open takes no value and no --note', 'it removes the decision with its note');
	}
	const decision = createDecision({fingerprint: '', kind, value: typed, note: note?.trim() ?? ''});
	const valueError = findValueError(kind, decision.value) ?? findDayError(decision, today);
	if (valueError) throw createError(valueError, 'see usagectl exceptions mark --help');
	const noteError = findNoteError(decision.note);
	if (noteError) throw createError(`--note: ${noteError}`, 'shorten it, or write it in one line');
	return {kind, value: decision.value, note: decision.note};
}
