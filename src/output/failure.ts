import {CliError, exitCodes, type Place} from '../errors.ts';
import {displayWidth} from './display-width.ts';
import {jsonText} from './json.ts';
import {printable} from './printable.ts';

/** The service may say much: more of it than this is of no use in a line. */
const longest = 2000;
const cut = (text: string) => (text.length > longest ? `${text.slice(0, longest)}…` : text);

/** Anything thrown, as a failure with a kind: what we did not foresee is a bug in the tool. */
export const toCliError = (error: unknown): CliError =>
	error instanceof CliError
		? error
		: new CliError('internal', `a bug in usagectl: ${error instanceof Error ? error.message : String(error)}`, {
				hint: 'run it again with --debug and report what it prints',
				cause: error,
			});

/** Where it stands, the line as typed, and a caret under the place. */
function placeLines({source, line, column, length = 1, text}: Place): string[] {
	const where = `  ${printable(source)}:${line}:${column}`;
	if (text === undefined) return [where];
	const characters = [...text];
	const before = displayWidth(printable(characters.slice(0, column - 1).join('')));
	const marked = displayWidth(printable(characters.slice(column - 1, column - 1 + length).join('')));
	return [where, `  | ${printable(text)}`, `  | ${' '.repeat(before)}${'^'.repeat(Math.max(marked, 1))}`];
}

export type FailureStyle = {readonly color: boolean; readonly debug: boolean};

/** `error:`, the place if there is one, `hint:`; with `debug` the stack below. */
export function failureText(error: CliError, {color, debug}: FailureStyle): string {
	const {code, place, hint, problems = []} = error.details;
	const label = place && code ? `error[${code}]:` : 'error:';
	const head = color ? `\x1b[1;31m${label}\x1b[0m` : label;
	return [
		`${head} ${printable(cut(error.message))}`,
		...(place ? placeLines(place) : []),
		...problems.map(problem => `  ${printable(cut(problem))}`),
		...hint
			.split('\n')
			.filter(line => line !== '')
			.map(line => `hint: ${printable(cut(line))}`),
		...(debug ? [String(error.stack), ...(error.cause ? [`cause: ${printable(String(error.cause))}`] : [])] : []),
		'',
	].join('\n');
}

/** The same as one JSON object (cli.md, section 4). */
export function failureJson(error: CliError): string {
	const {code, place, cause: _cause, body: _body, ...details} = error.details;
	return `${jsonText({
		error: {
			code: exitCodes[error.kind],
			name: code ?? error.kind,
			message: cut(error.message),
			...details,
			retryable: details.retryable ?? error.kind === 'network',
			...(place ? {source: place.source, line: place.line, column: place.column, length: place.length ?? 1} : {}),
		},
	})}\n`;
}
