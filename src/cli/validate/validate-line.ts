import {isColumnSort} from '../../contract/reports.ts';
import {CliError, collectErrors, findErrors} from '../../errors.ts';
import {endingOf, getFormatOf, isFileFormat, isSpecial} from '../../output/formats.ts';
import {findColumn} from '../../output/rows/select-columns.ts';
import type {ProductProperties} from '../../session/name-cache.ts';
import {getBaseUrl} from '../../session/settings.ts';
import {enumeration} from '../../text/wording.ts';
import {type Command, type Missing, productColumn} from '../definition/command.ts';
import type {CommandLine} from '../parse/command-line.ts';

type Line = Pick<CommandLine, 'args' | 'options' | 'globals' | 'settings'> & {
	/** Another command runs the line and takes its output, so `-o` only formats errors. */
	readonly isInner?: boolean;
};

function listMissingArgs(path: string, {args: declared = [], examples}: Command, {args}: Pick<Line, 'args'>) {
	const needed = declared.filter(({name}) => name.startsWith('<'));
	const absent = needed.slice(args.length);
	const example = examples[0]?.line ?? `usagectl ${path} --help`;
	return absent.map(({name, summary}, index): Missing => {
		const hint = `${name}: ${summary}`;
		const isLast = index === absent.length - 1;
		return {
			what: name.replace('...', ''),
			hint: isLast ? `${hint}; for example: ${example}` : hint,
		};
	});
}

/** An address that is the only missing part may still be found later. */
function listMissing(path: string, command: Command, {args, options, globals, settings}: Line): readonly Missing[] {
	const missing = [
		...listMissingArgs(path, command, {args}),
		...(command.missing?.(options, args) ?? []),
		...(command.product && globals.products.length === 0 && !globals.sandbox ? [product] : []),
	];
	const isAtHome = globals.sandbox || !command.product || getBaseUrl(settings) !== undefined;
	return missing.length === 0 || isAtHome ? missing : [...missing, address];
}

const product: Missing = {
	what: 'a product',
	hint: 'give -p ID, set USAGECTL_PRODUCT, or save a default: usagectl profile set --product ID',
};
const address: Missing = {
	what: 'the address of the service',
	hint: 'give --base-url URL, set USAGECTL_BASE_URL, or try the program with --sandbox',
};

/** Returns the format that `-o` or the extension of `--out` requested; undefined if a setting or the default chose it. */
const getRequestedFormat = ({globals: {output, out}, settings, isInner}: Line) =>
	(!isInner && settings.values.output?.origin === 'flag') || (out !== undefined && getFormatOf(out) !== undefined)
		? output
		: undefined;

type Rejection = readonly [message: string, hint: string];
type Rule = (command: Command, line: Line, path: string) => Rejection | false | undefined;

/** Each returns why a line cannot run, and a hint. */
const rules: Readonly<Record<string, Rule>> = {
	missing: (command, line, path) => {
		const missing = listMissing(path, command, line);
		if (missing.length === 0) return undefined;
		const names = missing.map(({what}) => what);
		const what = `${enumeration(names)} ${names.length === 1 ? 'is' : 'are'} missing`;
		return [what, missing.map(({hint}) => hint).join('\n')];
	},
	/** Without charts, a command writes a page of another kind, with or without `--html`. */
	page: ({chart}, {globals: {html, title, open}}) =>
		chart &&
		html === undefined &&
		(open || title !== undefined) && [`${open ? '--open' : '--title'} requires --html`, 'add --html page.html'],
	scale: (_command, {globals: {chart, html, scale}}) =>
		scale !== 'shared' && !chart && html === undefined && ['--scale requires --chart or --html', 'add --chart'],
	marks: (_command, {options: {marks}, globals: {chart, html}}) =>
		marks !== undefined && !chart && html === undefined && ['--marks requires --chart or --html', 'add --chart'],
	/** `--raw` prints the response unchanged, so there is nothing to select or draw. */
	raw: (_command, {globals: {raw, fields, chart, html}}) => {
		const given = {'--fields': fields, '--chart': chart, '--html': html};
		const [other] = Object.entries(given).find(([, value]) => value) ?? [];
		return (
			raw &&
			other !== undefined && [
				`--raw prints the response unchanged: it cannot be combined with ${other}`,
				'omit one of them',
			]
		);
	},
	record: (_command, {globals: {record, recordLabels, printRequest}}) => {
		if (recordLabels && record === undefined) return ['--record-labels requires --record', 'add --record FILE'];
		if (record === undefined || !printRequest) return undefined;
		return ['--record needs requests to record, but --print-request sends none', 'omit one of them'];
	},
	special: ({specialFormats = []}, {globals: {output}}, path) =>
		isSpecial(output) &&
		!specialFormats.includes(output) && [
			`-o ${output} does not apply to ${path}`,
			`use it with usagectl ${output === 'dashboard' ? 'keys list' : 'questions run'}`,
		],
	dashboard: (_command, {globals: {output, fields, products}}) => {
		if (output !== 'dashboard' || (fields === undefined && products.length < 2)) return undefined;
		const what = fields === undefined ? 'several products' : '--fields';
		return [`-o dashboard cannot be combined with ${what}: its columns are those of the dashboard`, 'use -o csv'];
	},
	/** Charts and pages are not rows, and `--raw` prints the body unchanged. */
	format: ({formats}, line, path) => {
		const requested = getRequestedFormat(line);
		if (requested === undefined) return undefined;
		const {chart, raw} = line.globals;
		if (chart && requested !== 'table')
			return [
				`--chart cannot be written as ${requested}`,
				'omit one of them; for a page with the chart and the rows, give --html page.html instead',
			];
		if (raw && isFileFormat(requested)) return [`--raw cannot be written as ${requested}`, 'omit one of them'];
		const isAllowed = !formats || formats.allowed.some(each => each === requested);
		return !isAllowed && [`${path} ${formats.writes}, not ${requested}`, formats.hint];
	},
	/** A terminal cannot show a workbook, and HTML is not an output format for rows. */
	file: (_command, {globals: {output, out}}) => {
		const ending = out === undefined ? '' : endingOf(out);
		if (output === 'table' && /^(?:html?|xls|ods)$/.test(ending)) {
			const hint = ending.startsWith('htm') ? `for a page, use --html ${out}` : `name it .xlsx`;
			return [`--out: rows cannot be written as .${ending}`, `${hint}; or choose a format: -o csv`];
		}
		if (!isFileFormat(output) || out !== undefined) return undefined;
		return [`${output} is not a text format: it requires a file`, `add --out FILE.${output}`];
	},
	products: ({product}, {globals: {products, raw}}) =>
		products.length > 1 &&
		(product === 'one' || raw) && [`expected one product, not several (${products.join(', ')})`, 'give -p once'],
};

async function validateColumns(
	command: Command,
	{options, globals}: Line,
	readNames: () => Promise<ProductProperties>,
): Promise<void> {
	const {fields = [], products} = globals;
	const {sort} = options;
	const sorted = isColumnSort(sort) ? [sort.column] : [];
	if (fields.length + sorted.length === 0) return;
	const columns = await command.columns?.(options, await readNames(), globals);
	if (!columns) return;
	const shown = products.length > 1 ? [productColumn, ...columns] : columns;
	const find = (name: string, flag: string) => async () => findColumn(shown, name, flag);
	await collectErrors([...fields.map(name => find(name, '--fields')), ...sorted.map(name => find(name, '--sort'))], '');
}

/** `readNames` returns the product's names of its properties. */
export async function findLineErrors(
	{path, command, line}: {readonly path: string; readonly command: Command; readonly line: Line},
	readNames: () => Promise<ProductProperties>,
): Promise<readonly CliError[]> {
	const rejections = Object.values(rules).flatMap(rule => {
		const found = rule(command, line, path);
		return found ? [found] : [];
	});
	return [
		...rejections.map(([message, hint]) => new CliError('usage', message, {hint})),
		...(await findErrors([() => validateColumns(command, line, readNames)])),
	];
}
