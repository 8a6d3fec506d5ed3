import {CliError, placeIn} from '../../errors.ts';
import {didYouMean} from '../../text/near-names.ts';
import {alternatives} from '../../text/wording.ts';
import type {Code} from './error-codes.ts';
import type {Span} from './source-text.ts';

/** Goes with a headline: what could stand there, near names, one or two things to do. */
export type Advice = {
	readonly expected?: readonly string[];
	readonly suggest?: readonly string[];
	readonly help?: string | readonly string[] | undefined;
};

/** Throws the CliError of a fault in an expression: kind usage, with code, place and advice. */
export function fail(span: Span, code: Code, message: string, {expected, suggest, help}: Advice = {}): never {
	throw new CliError('usage', message, {
		code,
		place: placeIn(span.source, span),
		hint: hintOf({expected, suggest, help}),
		...(expected?.length ? {expected} : {}),
		...(suggest?.length ? {suggest} : {}),
	});
}

/** Every failure says what to do: the help, or else the near name, or else what could stand there. */
function hintOf({expected = [], suggest = [], help = []}: {[Name in keyof Advice]: Advice[Name] | undefined}): string {
	const lines = typeof help === 'string' ? [help] : help;
	if (lines.length > 0) return lines.join('\n');
	if (suggest.length > 0) return didYouMean(suggest);
	if (expected.length > 0) return `expected ${alternatives(expected)}`;
	return 'see usagectl help filters';
}

/** A warning or a note about an expression. */
export type Remark = {readonly code: string; readonly message: string; readonly span?: Span};
