import {CliError, exitCodes, type FailureDetails} from '../errors.ts';
import {didYouMean} from '../text/near-names.ts';
import {alternatives} from '../text/wording.ts';
import {jsonText} from './formats/json-format.ts';
import {printable, printableLines} from './printable.ts';

/** A reason of the service may be of any length. */
const maxLength = 2000;
const cut = (text: string) => (text.length > maxLength ? `${text.slice(0, maxLength)}…` : text);

/** True where the optional package of the database engine is not installed. */
const isEngineMissing = (error: unknown): boolean =>
	error instanceof Error &&
	String((error as NodeJS.ErrnoException).code).endsWith('MODULE_NOT_FOUND') &&
	error.message.includes('@duckdb/');

const withoutEngine = (cause: unknown): CliError =>
	new CliError(
		'usage',
		'the sandbox and the crash archive require the package @duckdb/node-api, which is not installed',
		{
			hint: 'reinstall usagectl without --omit=optional',
			code: 'no-engine',
			cause,
		},
	);

/** Anything thrown, as a failure with a kind: what we did not foresee is a bug in the tool. */
export const toCliError = (error: unknown): CliError =>
	error instanceof CliError
		? error
		: isEngineMissing(error)
			? withoutEngine(error)
			: new CliError('internal', `a bug in usagectl: ${error instanceof Error ? error.message : String(error)}`, {
					hint: 'run the command again with --debug and report the output',
					cause: error,
				});

/** The lines that say what was expected, suggest names, and tell what to do, each once. Errors in expressions have `help` instead of `hint`. */
function adviceLines({expected = [], suggest = [], hint, place, code}: FailureDetails): string[] {
	const known = [
		...(place && expected.length > 0 ? [`expected ${alternatives(expected)}`] : []),
		...(place && suggest.length > 0 ? [didYouMean(suggest)] : []),
	];
	const label = place && code ? '  help:' : 'hint:';
	const hints = hint.split('\n').filter(line => line !== '' && !known.includes(line));
	return [...known.map(line => `  ${printable(cut(line))}`), ...hints.map(line => `${label} ${printable(cut(line))}`)];
}

/** An error and the lines of its stack, escaped. The message is also in the stack, where it is left out. */
function describeThrown(thrown: unknown): string {
	const head = printable(cut(String(thrown)));
	if (!(thrown instanceof Error)) return head;
	const {stack = '', message} = thrown;
	return head + printableLines(stack.slice(stack.indexOf(message) + message.length));
}

export type FailureStyle = {
	readonly color: boolean;
	readonly debug: boolean;
	/** Of the terminal; elsewhere lines stay whole. */
	readonly width?: number | undefined;
};

/** The failure for people: message, place, and what to do; with `debug` also its stack and that of its cause. */
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

/**
 * The failure as one JSON object. `name` is the kind, or the code of a fault in an expression; `detail` is the finer code that
 * some kinds have, such as `dns` or `timeout`.
 */
export function failureJson(error: CliError): string {
	const {code, place, errors, cause: _cause, body: _body, ...details} = error.details;
	return `${jsonText({
		error: {
			code: exitCodes[error.kind],
			name: place && code ? code : error.kind,
			message: cut(error.message),
			...details,
			...(errors ? {mistakes: errors} : {}),
			retryable: details.retryable ?? error.kind === 'network',
			...(code && !place ? {detail: code} : {}),
			...(place ? {source: place.source, line: place.line, column: place.column, length: place.length ?? 1} : {}),
		},
	})}\n`;
}
