import {parseJson} from '../client/answer/parse-json.ts';
import {isObject} from '../contract/json-values.ts';
import type {Endpoint} from '../contract/operations/endpoint.ts';
import {CliError} from '../errors.ts';
import type {Client, RawAnswer, Terminal} from '../ports.ts';
import {readTextFile} from '../reports/request/expression-sources.ts';
import {applyFields, type Field, type JsonObject} from './request-fields.ts';

export type Call = {
	readonly typed: readonly Field[];
	readonly plain: readonly Field[];
	/** The file of the request, which the fields override. */
	readonly body: string | undefined;
	readonly get: boolean;
	readonly resultFormat: string | undefined;
	readonly hcType: string | undefined;
	readonly urlParam: readonly (readonly [name: string, value: string])[];
	readonly include: boolean;
	readonly paginate: boolean;
};

export type ApiPorts = {
	readonly globals: {readonly dryRun: boolean; readonly profile: string; readonly products: readonly number[]};
	readonly today: string;
	readonly signal: AbortSignal;
	readonly terminal: Pick<Terminal, 'stdin'>;
	readonly mask: {readonly text: (text: string) => string};
	readonly note: (text: string) => Promise<void>;
	/** Throws CliError (usage) with `--strict`. */
	readonly warn: (text: string) => Promise<void>;
	readonly connect: () => Promise<Client>;
	/** Undefined unless the sandbox is the service. */
	readonly sandbox: (() => Promise<{readonly products: readonly number[]}>) | undefined;
	readonly sessions: () => Promise<{readonly remove: (profile: string) => Promise<void>}>;
};

/** The largest body that the embedded service accepts, in bytes. */
const maxBody = 16 * 1024 * 1024;

/** Reads the request from the file, and overrides its members with the fields that were typed. */
async function readRequest({typed, plain, body}: Call, context: ApiPorts): Promise<JsonObject> {
	const read = async (name: string) => (await readTextFile(name, context, maxBody)).text;
	const request = body === undefined ? {} : parseRequest(await read(body), body);
	return applyFields(request, [...typed, ...plain], read);
}

function parseRequest(json: string, file: string): JsonObject {
	const refuse = (what: string) =>
		new CliError('usage', `--input ${file}: ${what}`, {hint: 'the file must contain one JSON object'});
	try {
		const value = parseJson(json);
		if (isObject(value)) return value as JsonObject;
	} catch (error) {
		throw refuse((error as Error).message);
	}
	throw refuse('not an object');
}

/** Returns the product of the call, or undefined if the request names one. */
async function findProduct({globals, sandbox}: ApiPorts, request: JsonObject): Promise<number | undefined> {
	if (request.productId !== undefined) return undefined;
	if (globals.products.length > 1) throw new CliError('usage', 'expected one product', {hint: 'give -p once'});
	const product = globals.products[0] ?? (await sandbox?.())?.products[0];
	if (product !== undefined) return product;
	throw new CliError('usage', 'no product is given', {hint: 'add -p ID or -F productId=ID'});
}

/** Warns of fields that, by the contract, the service rejects or ignores. The request is sent nevertheless. */
async function warnOf(operation: Endpoint, request: JsonObject, {today, warn}: ApiPorts): Promise<void> {
	if (operation.source === '') return;
	const {validateRequest} = await import('../contract/rules/validate-request.ts');
	const {user: _, sessionId: __, productId: ___, ...members} = request;
	const {errors, undocumented, unknown} = validateRequest(operation, members, today);
	for (const error of errors) await warn(`the request does not match the documentation: ${error}`);
	for (const message of undocumented) await warn(`the service may reject this: ${message}`);
	if (unknown.length > 0) await warn(`the service ignores undocumented fields: ${unknown.join(', ')}`);
}

/** Formats the status line and the headers as in HTTP, with secrets masked. */
function formatHead({status, headers}: RawAnswer, context: ApiPorts): string {
	const lines = Object.entries(headers).flatMap(([name, value]) =>
		[value ?? []].flat().map(each => `${name}: ${each}`),
	);
	return context.mask.text(`HTTP ${status}\n${lines.join('\n')}\n\n`);
}

const withLineEnd = (body: string) => (body.endsWith('\n') ? body : `${body}\n`);

/** Returns the URL parameters besides `query` (docs/service.md#get). */
const getParams = ({resultFormat, hcType, urlParam}: Call) => ({
	...(resultFormat === undefined ? {} : {resultFormat}),
	...(hcType === undefined ? {} : {hcType}),
	...Object.fromEntries(urlParam),
});

/** Returns what the service answers, unchanged; undefined if nothing is sent. */
export async function callOperation(
	operation: Endpoint,
	options: Call,
	context: ApiPorts,
): Promise<string | AsyncIterable<string> | undefined> {
	const {globals, note, signal} = context;
	const request = await readRequest(options, context);
	await warnOf(operation, request, context);
	if (globals.dryRun) {
		await note(`would call ${operation.path} with ${JSON.stringify(request)}`);
		return undefined;
	}
	const product = operation.scope === 'product' ? await findProduct(context, request) : undefined;
	const client = await context.connect();
	const call = {
		...(product === undefined ? {} : {product}),
		get: options.get,
		verbatim: true,
		params: getParams(options),
		signal,
	};
	const ask = (one: JsonObject) => client.raw(operation, one, call);
	if (options.paginate) {
		const {paginate} = await import('./all-pages.ts');
		return paginate(operation, request, async one => (await ask(one)).body);
	}
	const answer = await ask(request);
	// The session that other commands would use has ended.
	if (operation.path === '/auth/logout' && answer.status < 400 && !context.sandbox)
		await (await context.sessions()).remove(globals.profile);
	return (options.include ? formatHead(answer, context) : '') + withLineEnd(answer.body);
}
