import {TextDecoder} from 'node:util';
import {isObject} from '../../contract/json-values.ts';
import {getReport} from '../../contract/reports.ts';
import {CliError} from '../../errors.ts';
import {compileKind, type ExpressionKind, expressionKinds, flagOfKind} from '../../language/expression-kinds.ts';
import type {LanguageContext} from '../../language/language-context.ts';
import type {Remark} from '../../language/source/expression-error.ts';
import {didYouMean} from '../../text/near-names.ts';
import {alternatives} from '../../text/wording.ts';

/** Implements `filter compile --batch`: reads and writes one JSON object per line, for editors and scripts. */

export type BatchResult = {readonly id: unknown} & (
	| {
			readonly json: object;
			readonly canonical: string;
			readonly warnings: readonly string[];
			readonly notes: readonly string[];
	  }
	| {readonly error: BatchError}
);
type BatchError = {
	readonly line: number;
	readonly column: number;
	readonly code: string;
	/** Lines: the message, the expected forms, the suggestions and the hints. */
	readonly message: string;
};

class BadRequest extends Error {
	readonly code: string;
	constructor(code: string, message: string) {
		super(message);
		this.code = code;
	}
}

/** Compiles every line that is not blank, and yields the results of each chunk. Throws CliError (usage). */
export async function* compileBatch(
	chunks: AsyncIterable<Uint8Array>,
	defaults: LanguageContext,
): AsyncGenerator<string> {
	for await (const lines of readLines(chunks)) {
		const results = lines.filter(line => line.trim() !== '').map(line => JSON.stringify(compileLine(line, defaults)));
		if (results.length > 0) yield `${results.join('\n')}\n`;
	}
}

/** Limits memory for input without line breaks. */
const longestLine = 16 * 1024 * 1024;

export async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<readonly string[]> {
	const decoder = new TextDecoder('utf-8', {fatal: true});
	let rest = '';
	for await (const chunk of chunks) {
		const lines = (rest + decode(decoder, chunk)).split('\n');
		rest = lines.pop() ?? '';
		if (rest.length > longestLine) {
			throw new CliError('usage', 'a line is longer than 16 MB', {hint: 'end each JSON object with a line break'});
		}
		yield lines;
	}
	yield [rest + decode(decoder)];
}

function decode(decoder: TextDecoder, chunk?: Uint8Array): string {
	try {
		return chunk ? decoder.decode(chunk, {stream: true}) : decoder.decode();
	} catch {
		throw new CliError('usage', 'standard input is not UTF-8', {hint: 'send the lines as UTF-8'});
	}
}

/** Compiles one line. Errors are returned as results, because one bad line must not end the batch. */
export function compileLine(line: string, defaults: LanguageContext): BatchResult {
	let id: unknown = null;
	try {
		const request = parseRequest(line);
		id = request.id ?? null;
		const kind = kindOf(request);
		const {expr} = request;
		if (typeof expr !== 'string') throw new BadRequest('bad-request', 'expr must be a string');
		const source = {name: flagOfKind[kind], text: expr};
		const {json, canonical, warnings, notes} = compileKind(kind, [source], contextOf(request, defaults));
		return {id, json, canonical, warnings: messagesOf(warnings), notes: messagesOf(notes)};
	} catch (error) {
		return {id, error: errorOf(error)};
	}
}

const messagesOf = (remarks: readonly Remark[]) => remarks.map(({message}) => message);

type Request = Readonly<Record<string, unknown>>;

function parseRequest(line: string): Request {
	let value: unknown;
	try {
		value = JSON.parse(line);
	} catch {
		throw new BadRequest('bad-json', 'the line is not JSON');
	}
	if (!isObject(value)) {
		throw new BadRequest('bad-request', 'the line is not a JSON object with id, kind and expr');
	}
	return value as Request;
}

function kindOf({kind}: Request): ExpressionKind {
	const known = expressionKinds.find(name => name === kind);
	if (!known) throw new BadRequest('bad-request', `kind must be ${alternatives(expressionKinds)}`);
	return known;
}

function contextOf({report, today, clientStatus, dateSplit}: Request, defaults: LanguageContext): LanguageContext {
	return {
		...defaults,
		...(report === undefined || report === null ? {} : {report: reportOf(report)}),
		...(typeof today === 'string' ? {today} : {}),
		...(Array.isArray(clientStatus) ? {clientStatus: clientStatus.map(String)} : {}),
		...(typeof dateSplit === 'string' ? {dateSplit} : {}),
	};
}

function reportOf(report: unknown) {
	const found = typeof report === 'string' ? getReport(report) : undefined;
	if (!found) throw new BadRequest('bad-report', `there is no report '${String(report)}'`);
	return found;
}

function errorOf(error: unknown): BatchError {
	if (error instanceof BadRequest) return {line: 1, column: 1, code: error.code, message: error.message};
	if (!(error instanceof CliError)) throw error;
	const {place, code = 'usage', expected = [], suggest = [], hint} = error.details;
	const lines = [
		error.message,
		...(expected.length > 0 ? [`expected ${alternatives(expected)}`] : []),
		...(suggest.length > 0 ? [didYouMean(suggest)] : []),
		...hint.split('\n'),
	];
	return {line: place?.line ?? 1, column: place?.column ?? 1, code, message: [...new Set(lines)].join('\n')};
}
