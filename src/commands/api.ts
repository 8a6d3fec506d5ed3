import type {Field} from '../api/request-fields.ts';
import {type Context, defineCommand, type Outcome} from '../cli/definition/command.ts';
import {Expected, optional, repeated, toggle} from '../cli/definition/flag.ts';
import {oneOf, text} from '../cli/definition/flag-values.ts';
import {requestGroups} from '../cli/definition/globals.ts';
import {chartTypes} from '../contract/request-words.ts';
import {CliError} from '../errors.ts';

const resultFormats = ['raw', 'highcharts', 'table'] as const;

const shape = /^([^=]+?)(\[\])?=(.*)$/s;

/** Parses `name=value`; dots in the name lead into objects, `[]` after it adds to a list. */
export const parseField =
	(typed: boolean) =>
	(text: string): Field => {
		const [, name = '', list, value = ''] = shape.exec(text) ?? [];
		const path = [...name.split('.'), ...(list ? [''] : [])];
		if (path[0] === '' || path.slice(0, -1).includes('') || path.includes('__proto__'))
			throw new Expected('name=value, such as property=os or paging.limit=10');
		return {path, text: value, typed};
	};

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
		...oneOf(resultFormats),
	}),
	hcType: optional({
		flags: '--hc-type <type>',
		summary: 'Chart type for --result-format highcharts: line with a date split; pie, bar or column without one',
		...oneOf(chartTypes),
	}),
	urlParam: repeated({
		flags: '--url-param <name=value>',
		summary: 'Add a parameter to the URL',
		parse: parseUrlParam,
	}),
	include: toggle({flags: '--include', summary: 'Print the status and headers too'}),
	paginate: toggle({flags: '--paginate', summary: 'Fetch all pages and print one document'}),
};

function parseUrlParam(typed: string): readonly [string, string] {
	const [, name = '', value = ''] = /^(\w+)=(.*)$/s.exec(typed) ?? [];
	if (name === '') throw new Expected('name=value, such as resultFormat=table');
	if (name === 'query') throw new Expected('a name other than query (set by --get)');
	return [name, value];
}

async function describe(path: string, {globals}: Context): Promise<Outcome> {
	const {describeOperation, getRow, schemasOf} = await import('../api/operations.ts');
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
		if (options.list) return {dataset: (await import('../api/operations.ts')).listOperations()};
		if (path === undefined) throw new CliError('usage', 'an operation is missing', {hint: 'see usagectl api --list'});
		if (options.describe) return describe(path, context);
		const {getOperation, describeUnknown} = await import('../api/operations.ts');
		const operation = getOperation(path);
		if (operation.source === '') await context.note(describeUnknown(operation.path));
		if (options.paginate) (await import('../api/all-pages.ts')).validatePaging(operation);
		const {callOperation} = await import('../api/call-operation.ts');
		const text = await callOperation(operation, options, context);
		return text === undefined ? {} : {text};
	},
});
