import {CliError, exitCodes, type FailureDetails} from '../errors.ts';
import {jsonText} from './json.ts';
import {printable, printableLines} from './printable.ts';

/** The service may say much: more of it than this is of no use in a line. */
const longest = 2000;
const cut = (text: string) => (text.length > longest ? `${text.slice(0, longest)}…` : text);

/** The database engine is an optional package: the light client (`--omit=optional`) goes without. */
const isEngineMissing = (error: unknown): boolean =>
	error instanceof Error &&
	String((error as NodeJS.ErrnoException).code).endsWith('MODULE_NOT_FOUND') &&
	error.message.includes('@duckdb/');

const withoutEngine = (cause: unknown): CliError =>
	new CliError(
		'usage',
		'the sandbox and the crash archive need the package @duckdb/node-api, which is not installed here',
		{
			hint: 'install usagectl again without --omit=optional',
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
					hint: 'run it again with --debug and report what it prints',
					cause: error,
				});

/** `a`, `a or b`, `a, b or c`. */
const oneOf = (words: readonly string[]) =>
	words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;

/** What could stand there, near names, and what to do, each once; an expression says `help` where others say `hint`. */
function adviceLines({expected = [], suggest = [], hint, place, code}: FailureDetails): string[] {
	const known = [
		...(place && expected.length > 0 ? [`expected ${oneOf(expected)}`] : []),
		...(place && suggest.length > 0 ? [`did you mean ${oneOf(suggest)}?`] : []),
	];
	const label = place && code ? '  help:' : 'hint:';
	const hints = hint.split('\n').filter(line => line !== '' && !known.includes(line));
	return [...known.map(line => `  ${printable(cut(line))}`), ...hints.map(line => `${label} ${printable(cut(line))}`)];
}

/** What was thrown, by its own name, and the lines of its stack. A message, which may hold anything, stands in a stack too. */
function describeThrown(thrown: unknown): string {
	const head = printable(cut(String(thrown)));
	if (!(thrown instanceof Error)) return head;
	const {stack = '', message} = thrown;
	return head + printableLines(stack.slice(stack.indexOf(message) + message.length));
}

export type FailureStyle = {readonly color: boolean; readonly debug: boolean};

/** `error:`, the place if there is one, what to do; with `debug` the stacks below, its own and its cause's. */
export async function failureText(error: CliError, {color, debug}: FailureStyle): Promise<string> {
	const {code, place, problems = []} = error.details;
	const label = place && code ? `error[${code}]:` : 'error:';
	const head = color ? `\x1b[1;31m${label}\x1b[0m` : label;
	return [
		`${head} ${printable(cut(error.message))}`,
		// Measuring text loads 12 KB, which most errors do without.
		...(place ? (await import('./excerpt.ts')).excerpt(place) : []),
		...problems.map(problem => `  ${printable(cut(problem))}`),
		...adviceLines(error.details),
		...(debug ? [describeThrown(error), ...(error.cause ? [`cause: ${describeThrown(error.cause)}`] : [])] : []),
		'',
	].join('\n');
}

/**
 * The same as one JSON object (cli.md, section 4): `name` is the kind, or the code of a fault in an expression;
 * `detail` the finer word that some kinds have (`dns`, `timeout`).
 */
export function failureJson(error: CliError): string {
	const {code, place, cause: _cause, body: _body, ...details} = error.details;
	return `${jsonText({
		error: {
			code: exitCodes[error.kind],
			name: place && code ? code : error.kind,
			message: cut(error.message),
			...details,
			retryable: details.retryable ?? error.kind === 'network',
			...(code && !place ? {detail: code} : {}),
			...(place ? {source: place.source, line: place.line, column: place.column, length: place.length ?? 1} : {}),
		},
	})}\n`;
}
