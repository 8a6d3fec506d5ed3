import {CliError, createMissingEngineError, exitCodes, type FailureDetails, isEngineMissing} from '../errors.ts';
import {didYouMean} from '../text/near-names.ts';
import {alternatives} from '../text/wording.ts';
import {jsonText} from './formats/json-format.ts';
import {printable, printableLines} from './printable.ts';

/** The service may send a reason of any length. */
const maxLength = 2000;
const cut = (text: string) => (text.length > maxLength ? `${text.slice(0, maxLength)}…` : text);

/** Everything unforeseen is a bug in the tool. */
export const toCliError = (error: unknown): CliError =>
	error instanceof CliError
		? error
		: isEngineMissing(error)
			? createMissingEngineError(error)
			: new CliError('internal', `a bug in usagectl: ${error instanceof Error ? error.message : String(error)}`, {
					hint: 'run the command again with --debug and report the output',
					cause: error,
				});

/** Lists what was expected, suggestions and hints, each once. Those of errors in expressions are indented. */
function adviceLines({expected = [], suggest = [], hint, place, code}: FailureDetails): string[] {
	const adviceTexts = [
		...(place && expected.length > 0 ? [`expected ${alternatives(expected)}`] : []),
		...(place && suggest.length > 0 ? [didYouMean(suggest)] : []),
	];
	const label = place && code ? '  hint:' : 'hint:';
	const hints = hint.split('\n').filter(line => line !== '' && !adviceTexts.includes(line));
	return [
		...adviceTexts.map(line => `  ${printable(cut(line))}`),
		...hints.map(line => `${label} ${printable(cut(line))}`),
	];
}

/** Escapes an error and its stack. The message is part of the stack, so it is not repeated. */
function describeThrown(thrown: unknown): string {
	const head = printable(cut(String(thrown)));
	if (!(thrown instanceof Error)) return head;
	const {stack = '', message} = thrown;
	return head + printableLines(stack.slice(stack.indexOf(message) + message.length));
}

export type FailureStyle = {
	readonly color: boolean;
	readonly debug: boolean;
	readonly width?: number | undefined;
};

export async function failureText(error: CliError, {color, debug, width}: FailureStyle): Promise<string> {
	const {code, place, problems = []} = error.details;
	const label = place && code ? `error[${code}]:` : 'error:';
	const head = color ? `\x1b[1;31m${label}\x1b[0m` : label;
	const {wrapMessage} = await import('./wrap-message.ts');
	const lines = (texts: readonly string[]) =>
		width === undefined ? texts : texts.map(text => wrapMessage(text, width));
	return [
		...lines([`${head} ${printable(cut(error.message))}`]),
		// Loaded for the few errors that have a place.
		...(place ? (await import('./excerpt.ts')).excerpt(place) : []),
		...lines([...problems.map(problem => `  ${printable(cut(problem))}`), ...adviceLines(error.details)]),
		...(debug ? [describeThrown(error), ...(error.cause ? [`cause: ${describeThrown(error.cause)}`] : [])] : []),
		'',
	].join('\n');
}

type ErrorJson = Readonly<Record<string, unknown>>;

/**
 * `name` is the kind, or the code of an error in an expression; `detail` is the finer code of some kinds, such as `dns` or
 * `timeout`.
 */
function toJson(error: CliError): ErrorJson {
	const {code, place, errors, cause: _cause, body: _body, ...details} = error.details;
	return {
		code: exitCodes[error.kind],
		name: place && code ? code : error.kind,
		message: cut(error.message),
		...details,
		...(errors ? {errors: errors.map(toJson)} : {}),
		retryable: details.retryable ?? error.kind === 'network',
		...(code && !place ? {detail: code} : {}),
		...(place ? {source: place.source, line: place.line, column: place.column, length: place.length ?? 1} : {}),
	};
}

export const failureJson = (error: CliError): string => `${jsonText({error: toJson(error)})}\n`;
