import {CliError, type FailureKind} from '../../errors.ts';
import type {Context} from '../command.ts';

/** One line of the doctor: what was looked at, how it is, and what to do about it. */
export type Finding = {
	readonly check: string;
	readonly state: 'ok' | 'problem' | 'skipped';
	readonly detail: string;
	readonly advice?: string;
	/** What a command would end with because of it. */
	readonly kind?: FailureKind;
};

/** Looks at one thing. */
export type Check = (context: Context) => Promise<readonly Finding[]>;

export const ok = (check: string, detail: string, advice?: string): Finding => ({
	check,
	state: 'ok',
	detail,
	...(advice === undefined ? {} : {advice}),
});
export const skipped = (check: string, detail: string): Finding => ({check, state: 'skipped', detail});
export const problem = (
	check: string,
	detail: string,
	{advice, kind}: {advice: string; kind: FailureKind},
): Finding => ({
	check,
	state: 'problem',
	detail,
	advice,
	kind,
});

/** A failure that a command would end with, as a line. */
export function toProblem(check: string, error: unknown): Finding {
	if (!(error instanceof CliError)) throw error;
	return problem(check, error.message, {advice: error.details.hint, kind: error.kind});
}
