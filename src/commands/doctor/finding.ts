import type {Context} from '../../cli/definition/command.ts';
import {CliError, type FailureKind} from '../../errors.ts';

/** The result of a check. */
export type Finding = {
	readonly check: string;
	readonly state: 'ok' | 'problem' | 'skipped';
	readonly detail: string;
	readonly advice?: string;
	/** The failure with which another command would exit because of this. */
	readonly kind?: FailureKind;
};

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

/** Turns a CliError into a finding. Throws other errors again. */
export function toProblem(check: string, error: unknown): Finding {
	if (!(error instanceof CliError)) throw error;
	return problem(check, error.message, {advice: error.details.hint, kind: error.kind});
}
