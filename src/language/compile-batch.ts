import {getReport} from '../contract/reports.ts';
import {CliError} from '../errors.ts';
import {didYouMean} from '../text/near-names.ts';
import {alternatives} from '../text/wording.ts';
import {compileKind, type ExpressionKind, flagOf} from './expression-kinds.ts';
import type {LanguageContext} from './language-context.ts';
import type {Remark} from './source/expression-error.ts';

/** `filter compile --batch`: one JSON object a line in, one a line out, for editors and scripts. */

/** Names of kinds; a level expression holds one level a line, a segment expression is `PROPERTY: ITEMS`. */
const kinds: ReadonlyMap<unknown, ExpressionKind> = new Map<unknown, ExpressionKind>([
	['filter', 'filter'],
	['segment', 'segment'],
	['level', 'level'],
	['levels', 'level'],
	['event', 'event'],
	['key', 'key'],
	['keyfilter', 'key'],
]);

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
	/** The headline, then what was expected, near names and what to do, each on a line. */
	readonly message: string;
};

/** A request that is none: what is wrong with it. */
class BadRequest extends Error {
	readonly code: string;
	constructor(code: string, message: string) {
		super(message);
		this.code = code;
	}
}

/** Compiles one line. Never throws: a fault is a result too. */
export function compileLine(line: string, defaults: LanguageContext): BatchResult {
	let id: unknown = null;
	try {
		const request = parseRequest(line);
		id = request.id ?? null;
		const kind = kindOf(request);
		const {expr} = request;
		if (typeof expr !== 'string') throw new BadRequest('bad-request', 'expr must be a text');
		const source = {name: flagOf[kind], text: expr};
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
	if (typeof value !== 'object' || value === null || Array.isArray(value)) {
		throw new BadRequest('bad-request', 'the line is no JSON object with id, kind and expr');
	}
	return value as Request;
}

function kindOf({kind}: Request): ExpressionKind {
	const known = kinds.get(kind);
	if (!known) throw new BadRequest('bad-request', `kind must be ${alternatives([...kinds.keys()].map(String))}`);
	return known;
}

/** What the request says, and for what it leaves out what the command line says. */
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
	const path = typeof report === 'string' ? getReport(report)?.path : undefined;
	if (!path) throw new BadRequest('bad-report', `there is no report '${String(report)}'`);
	return path;
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
