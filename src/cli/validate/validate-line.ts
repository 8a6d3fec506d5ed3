import {CliError} from '../../errors.ts';
import {endingOf, getFormatOf, isFileFormat} from '../../output/formats.ts';
import {findColumn} from '../../output/rows/select-columns.ts';
import type {ProductProperties} from '../../session/name-cache.ts';
import {getBaseUrl} from '../../session/settings.ts';
import {enumeration} from '../../text/wording.ts';
import {type Command, type Missing, productColumn} from '../definition/command.ts';
import type {Globals} from '../definition/globals.ts';
import {collectErrors, findErrors} from '../definition/several-errors.ts';
import {isColumnSort} from '../definition/sort-flag.ts';
import type {CommandLine} from '../parse/command-line.ts';

function validateDrawing(path: string, command: Command, {chart, html, title, open}: Globals): void {
	if (html === undefined && !command.isPage && (open || title !== undefined)) {
		throw new CliError('usage', `${open ? '--open' : '--title'} requires --html`, {
			hint: 'add --html page.html',
		});
	}
	const canDraw = command.chart && !(chart && command.isPage);
	if (canDraw || (!chart && html === undefined)) return;
	throw new CliError('usage', `${chart ? '--chart' : '--html'} does not apply to ${path}`, {
		hint: 'omit it; charts and pages are for reports and counts: usagectl report --help',
	});
}

function validateScale(path: string, {chart: rule, isPage}: Command, {chart, html, scale}: Globals): void {
	if (scale === 'shared') return;
	if (!rule || isPage) throw new CliError('usage', `--scale does not apply to ${path}`, {hint: 'omit it'});
	if (!chart && html === undefined)
		throw new CliError('usage', '--scale requires --chart or --html', {hint: 'add --chart'});
}

/** Returns the format that `-o` or the extension of `--out` requested; undefined if a setting or the default chose it. */
const getRequestedFormat = ({
	globals: {output, out},
	settings,
	isInner,
}: Pick<Line, 'globals' | 'settings' | 'isInner'>) =>
	(!isInner && settings.values.output?.origin === 'flag') || (out !== undefined && getFormatOf(out) !== undefined)
		? output
		: undefined;

const createError = (message: string, hint: string) => new CliError('usage', message, {hint});

/** Rejects combinations that no format can show: charts and pages are not rows, and `--raw` prints the body unchanged. */
function validateFormat(path: string, {formats}: Command, line: Pick<Line, 'globals' | 'settings' | 'isInner'>): void {
	const requested = getRequestedFormat(line);
	if (requested === undefined) return;
	const {chart, raw} = line.globals;
	if (chart && requested !== 'table')
		throw createError(
			`--chart cannot be written as ${requested}`,
			'omit one of them; for a page with the chart and the rows, give --html page.html instead',
		);
	if (raw && isFileFormat(requested)) throw createError(`--raw cannot be written as ${requested}`, 'omit one of them');
	if (formats && !formats.allowed.some(each => each === requested))
		throw createError(`${path} ${formats.writes}, not ${requested}`, formats.hint);
}

/** A terminal cannot show a workbook, and HTML is not an output format for rows. */
function validateFile({output, out}: Globals): void {
	const ending = out === undefined ? '' : endingOf(out);
	if (output === 'table' && /^(?:html?|xls|ods)$/.test(ending)) {
		const hint = ending.startsWith('htm') ? `for a page, use --html ${out}` : `name it .xlsx`;
		throw new CliError('usage', `--out: rows cannot be written as .${ending}`, {
			hint: `${hint}; or choose a format: -o csv`,
		});
	}
	if (!isFileFormat(output)) return;
	if (out !== undefined) return;
	throw new CliError('usage', `${output} is not a text format: it requires a file`, {hint: `add --out FILE.${output}`});
}

function validateVerdicts(path: string, {isJudged}: Command, {output}: Globals): void {
	if (output !== 'junit' || isJudged) return;
	throw new CliError('usage', `-o junit does not apply to ${path}`, {
		hint: 'use it with usagectl questions run',
	});
}

function validateMetrics(path: string, {output}: Globals): void {
	if (output !== 'openmetrics' || path === 'questions run') return;
	throw new CliError('usage', `-o openmetrics does not apply to ${path}`, {hint: 'use it with usagectl questions run'});
}

function validateDashboard(path: string, {output, fields, products}: Globals): void {
	if (output !== 'dashboard') return;
	if (path !== 'keys list')
		throw new CliError('usage', `-o dashboard does not apply to ${path}`, {hint: 'use it with usagectl keys list'});
	if (fields === undefined && products.length < 2) return;
	const what = fields === undefined ? 'several products' : '--fields';
	throw new CliError('usage', `-o dashboard cannot be combined with ${what}: its columns are those of the dashboard`, {
		hint: 'use -o csv',
	});
}

function validateDryRun(path: string, {refusesDryRun}: Command, {dryRun}: Globals): void {
	if (!refusesDryRun || !dryRun) return;
	throw new CliError('usage', `--dry-run does not apply to ${path}`, {
		hint: 'omit it',
	});
}

function validateRecord({record, recordLabels, printRequest}: Globals): void {
	if (recordLabels && record === undefined)
		throw new CliError('usage', '--record-labels requires --record', {hint: 'add --record FILE'});
	if (record !== undefined && printRequest)
		throw new CliError('usage', '--record needs requests to record, but --print-request sends none', {
			hint: 'omit one of them',
		});
}

/** `--raw` prints the response unchanged, so there is nothing to select or draw. */
function validateRaw({raw, fields, chart, html}: Globals): void {
	const [other] =
		Object.entries({'--fields': fields, '--chart': chart, '--html': html}).find(([, given]) => given) ?? [];
	if (!raw || other === undefined) return;
	throw new CliError('usage', `--raw prints the response unchanged: it cannot be combined with ${other}`, {
		hint: 'omit one of them',
	});
}

type Line = Pick<CommandLine, 'args' | 'options' | 'globals' | 'settings'> & {
	/** Another command runs the line and takes its output, so `-o` only formats errors. */
	readonly isInner?: boolean;
};

function listMissingArgs(
	path: string,
	{args: declared = [], examples}: Command,
	{args, globals}: Pick<Line, 'args' | 'globals'>,
) {
	const needed = declared.filter(({name, orEngine}) => name.startsWith('<') && !(orEngine && globals.engine));
	const absent = needed.slice(args.length);
	const example = examples[0]?.line ?? `usagectl ${path} --help`;
	const sources = absent.flatMap(({producedBy}) => (producedBy ? `\nto create an archive first: ${producedBy}` : []));
	return absent.map(({name, summary}, index): Missing => {
		const hint = `${name}: ${summary}`;
		const isLast = index === absent.length - 1;
		return {
			what: name.replace('...', ''),
			hint: isLast ? `${hint}; for example: ${example}${sources.join('')}` : hint,
		};
	});
}

/** An address that is the only missing part may still be found later. */
function listMissing(path: string, command: Command, {args, options, globals, settings}: Line): readonly Missing[] {
	const missing = [
		...listMissingArgs(path, command, {args, globals}),
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

function rejectMissing(missing: readonly Missing[]): void {
	if (missing.length === 0) return;
	const names = missing.map(({what}) => what);
	throw new CliError('usage', `${enumeration(names)} ${names.length === 1 ? 'is' : 'are'} missing`, {
		hint: missing.map(({hint}) => hint).join('\n'),
	});
}

function validateProducts({product}: Command, {products, raw}: Globals): void {
	if (products.length > 1 && (product === 'one' || raw)) {
		throw new CliError('usage', `expected one product, not several (${products.join(', ')})`, {hint: 'give -p once'});
	}
}

async function validateColumns(
	command: Command,
	{options, globals: {fields = [], products}}: Line,
	readNames: () => Promise<ProductProperties>,
): Promise<void> {
	const {sort} = options;
	const sorted = isColumnSort(sort) ? [sort.column] : [];
	if (fields.length + sorted.length === 0) return;
	const columns = await command.columns?.(options, await readNames());
	if (!columns) return;
	const shown = products.length > 1 ? [productColumn, ...columns] : columns;
	const find = (name: string, flag: string) => async () => findColumn(shown, name, flag);
	await collectErrors([...fields.map(name => find(name, '--fields')), ...sorted.map(name => find(name, '--sort'))], '');
}

/** `readNames` returns the product's names of its properties. */
export function findLineErrors(
	{path, command, line}: {readonly path: string; readonly command: Command; readonly line: Line},
	readNames: () => Promise<ProductProperties>,
): Promise<readonly CliError[]> {
	const {globals} = line;
	return findErrors([
		() => rejectMissing(listMissing(path, command, line)),
		() => validateDrawing(path, command, globals),
		() => validateScale(path, command, globals),
		() => validateRaw(globals),
		() => validateRecord(globals),
		() => validateVerdicts(path, command, globals),
		() => validateMetrics(path, globals),
		() => validateDashboard(path, globals),
		() => validateDryRun(path, command, globals),
		() => validateFormat(path, command, line),
		() => validateFile(globals),
		() => validateProducts(command, globals),
		() => validateColumns(command, line, readNames),
	]);
}
