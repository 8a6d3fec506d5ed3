import {getFirstProduct} from '../cli/context/open-sandbox.ts';
import {type Context, defineCommand, type Outcome} from '../cli/definition/command.ts';
import {Expected, type Options, optional, repeated, toggle} from '../cli/definition/flag.ts';
import {choice, text} from '../cli/definition/flag-values.ts';
import {requestGroups} from '../cli/definition/globals.ts';
import {parseJson} from '../client/answer/parse-json.ts';
import {isObject} from '../contract/json-values.ts';
import type {Endpoint} from '../contract/operations/endpoint.ts';
import {chartTypes} from '../contract/request-words.ts';
import {CliError} from '../errors.ts';
import type {RawAnswer} from '../ports.ts';
import {readTextFile} from '../reports/request/expression-sources.ts';
import {applyFields, type JsonObject, parseField} from './api/request-fields.ts';

const resultFormats = ['raw', 'highcharts', 'table'] as const;

const flags = {
	list: toggle({flags: '--list', summary: 'List all operations'}),
	describe: toggle({flags: '--describe', summary: 'Show what the operation takes and returns'}),
	typed: repeated({
		flags: '-F, --field <name=value>',
		summary: 'Set a request field; the value may be JSON or @file',
		parse: parseField(true),
	}),
	plain: repeated({
		flags: '-f, --raw-field <name=value>',
		summary: 'Set a request field to text',
		parse: parseField(false),
	}),
	body: optional({
		flags: '--input <file>',
		summary: 'Read the request from a JSON file; - for stdin',
		parse: text,
		complete: 'file',
	}),
	get: toggle({flags: '--get', summary: 'Send a GET request, with the fields in the URL'}),
	resultFormat: optional({
		flags: '--result-format <format>',
		summary: 'Response format: raw (JSON), or an HTML page: table or highcharts',
		parse: choice(resultFormats),
		choices: resultFormats,
	}),
	hcType: optional({
		flags: '--hc-type <type>',
		summary: 'Chart type for --result-format highcharts: line with a date split; pie, bar or column without one',
		parse: choice(chartTypes),
		choices: chartTypes,
	}),
	urlParam: repeated({
		flags: '--url-param <name=value>',
		summary: 'Add a parameter to the URL',
		parse: parseUrlParam,
	}),
	include: toggle({flags: '--include', summary: 'Print the status and headers too'}),
	paginate: toggle({flags: '--paginate', summary: 'Fetch all pages and print one document'}),
};
type ApiOptions = Options<typeof flags>;

function parseUrlParam(typed: string): readonly [string, string] {
	const [, name = '', value = ''] = /^(\w+)=(.*)$/s.exec(typed) ?? [];
	if (name === '') throw new Expected('name=value, such as resultFormat=table');
	if (name === 'query') throw new Expected('a name other than query (set by --get)');
	return [name, value];
}

/** Reads the request from the file, and overrides its members with the fields that were typed. */
async function readRequest({typed, plain, body}: ApiOptions, context: Context): Promise<JsonObject> {
	const read = async (name: string) => (await readTextFile(name, context)).text;
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
async function findProduct(context: Context, request: JsonObject): Promise<number | undefined> {
	if (request.productId !== undefined) return undefined;
	if (context.globals.products.length > 1) throw new CliError('usage', 'expected one product', {hint: 'give -p once'});
	const product = await getFirstProduct(context);
	if (product !== undefined) return product;
	throw new CliError('usage', 'no product is given', {hint: 'add -p ID or -F productId=ID'});
}

/** Warns of fields that, by the contract, the service rejects or ignores. The request is sent nevertheless. */
async function warnOf(operation: Endpoint, request: JsonObject, {today, warn}: Context): Promise<void> {
	if (operation.source === '') return;
	const {validateRequest} = await import('../contract/rules/validate-request.ts');
	const {user: _, sessionId: __, productId: ___, ...members} = request;
	const {errors, undocumented, unknown} = validateRequest(operation, members, today);
	for (const error of errors) await warn(`the request does not match the documentation: ${error}`);
	for (const message of undocumented) await warn(`the service may reject this: ${message}`);
	if (unknown.length > 0) await warn(`the service ignores undocumented fields: ${unknown.join(', ')}`);
}

/** Formats the status line and the headers as in HTTP, with secrets masked. */
function formatHead({status, headers}: RawAnswer, context: Context): string {
	const lines = Object.entries(headers).flatMap(([name, value]) =>
		[value ?? []].flat().map(each => `${name}: ${each}`),
	);
	return context.mask.text(`HTTP ${status}\n${lines.join('\n')}\n\n`);
}

const withLineEnd = (body: string) => (body.endsWith('\n') ? body : `${body}\n`);

/** Returns the URL parameters besides `query` (docs/service.md#get). */
const getParams = ({resultFormat, hcType, urlParam}: ApiOptions) => ({
	...(resultFormat === undefined ? {} : {resultFormat}),
	...(hcType === undefined ? {} : {hcType}),
	...Object.fromEntries(urlParam),
});

async function callOperation(operation: Endpoint, options: ApiOptions, context: Context): Promise<Outcome> {
	const {globals, note, signal} = context;
	const request = await readRequest(options, context);
	await warnOf(operation, request, context);
	if (globals.dryRun) {
		await note(`would call ${operation.path} with ${JSON.stringify(request)}`);
		return {};
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
		const {paginate} = await import('./api/all-pages.ts');
		return {text: paginate(operation, request, async one => (await ask(one)).body)};
	}
	const answer = await ask(request);
	// The session that other commands would use has ended.
	if (operation.path === '/auth/logout' && answer.status < 400 && !context.sandbox)
		await (await context.sessions()).remove(globals.profile);
	return {text: (options.include ? formatHead(answer, context) : '') + withLineEnd(answer.body)};
}

async function describe(path: string, {globals}: Context): Promise<Outcome> {
	const [{describeOperation, schemasOf}, {getRow}] = await Promise.all([
		import('./api/operations.ts'),
		import('./api/operations.ts'),
	]);
	const row = getRow(path);
	return globals.output === 'json' ? {one: schemasOf(row)} : {dataset: describeOperation(row)};
}

export const command = defineCommand({
	description: `Calls an operation with product and session filled in, and prints the response unchanged. -F and -f set fields of the
request: a dot sets a nested field (paging.limit=10), [] appends to a list (clientStatus[]=new).`,
	examples: [
		{line: 'usagectl api --list', caption: 'all operations'},
		{
			line: 'usagectl api /licenseKeys/listKeys --describe',
			caption: 'request and response of one operation; -o json prints JSON Schemas',
		},
		{
			line: 'usagectl api /meta/propertyValues -f property=os -f granularity=version',
			caption: 'versions of operating systems',
		},
		{
			line: 'usagectl api /licenseKeys/listKeys -F paging.limit=5 --include',
			caption: 'five keys, with status and headers',
		},
	],
	takes: [...requestGroups, 'today', 'tz', 'rows', 'strict'],
	flags,
	args: [{name: '[path]', summary: 'Operation, such as /meta/productProperties'}],
	run: async (options, [path], context) => {
		if (options.list) return {dataset: (await import('./api/operations.ts')).listOperations()};
		if (path === undefined) throw new CliError('usage', 'an operation is missing', {hint: 'see usagectl api --list'});
		if (options.describe) return describe(path, context);
		const {getOperation, describeUnknown} = await import('./api/operations.ts');
		const operation = getOperation(path);
		if (operation.source === '') await context.note(describeUnknown(operation.path));
		if (options.paginate) (await import('./api/all-pages.ts')).validatePaging(operation);
		return callOperation(operation, options, context);
	},
});
