import {CliError, placeIn} from '../../errors.ts';
import {didYouMean} from '../../text/near-names.ts';
import {alternatives} from '../../text/wording.ts';
import type {Code} from './error-codes.ts';
import type {Span} from './source-text.ts';

export type Advice = {
	readonly expected?: readonly string[];
	readonly suggest?: readonly string[];
	readonly help?: string | readonly string[] | undefined;
};

export const createError = (span: Span, code: Code, message: string, {expected, suggest, help}: Advice): CliError =>
	new CliError('usage', message, {
		code,
		place: placeIn(span.source, span),
		hint: hintOf({expected, suggest, help}),
		...(expected?.length ? {expected} : {}),
		...(suggest?.length ? {suggest} : {}),
	});

export function fail(span: Span, code: Code, message: string, advice: Advice = {}): never {
	throw createError(span, code, message, advice);
}

/** Every error needs a hint: the help, else the suggestion, else the expected forms. */
function hintOf({expected = [], suggest = [], help = []}: {[Name in keyof Advice]: Advice[Name] | undefined}): string {
	const lines = typeof help === 'string' ? [help] : help;
	if (lines.length > 0) return lines.join('\n');
	if (suggest.length > 0) return didYouMean(suggest);
	if (expected.length > 0) return `expected ${alternatives(expected)}`;
	return 'see usagectl help filters';
}

export type Remark = {
	readonly code: string;
	readonly message: string;
	readonly span?: Span;
	/** The property whose segments lack the installations that the remark names. */
	readonly lacking?: string;
};
