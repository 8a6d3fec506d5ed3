import type {Command} from '../commands/command.ts';
import type {Globals} from '../commands/globals.ts';
import {CliError} from '../errors.ts';
import {findFields} from '../output/select.ts';
import type {CommandLine} from './command-line.ts';
import {productColumn} from './products.ts';

function validateDrawing(path: string, command: Command, {chart, html}: Globals): void {
	if (command.chart || (!chart && html === undefined)) return;
	throw new CliError('usage', `${chart ? '--chart' : '--html'} draws reports and counts, not ${path}`, {
		hint: 'leave it out, or see: usagectl report --help',
	});
}

/** `--raw` prints the body of the answer, of which nothing can be chosen or drawn. */
function validateRaw({raw, fields, chart, html}: Globals): void {
	const [other] =
		Object.entries({'--fields': fields, '--chart': chart, '--html': html}).find(([, given]) => given) ?? [];
	if (!raw || other === undefined) return;
	throw new CliError('usage', `--raw writes the answer as it came: ${other} does not go with it`, {
		hint: 'leave one of them out',
	});
}

function validateProducts({product}: Command, {products, sandbox, raw}: Globals): void {
	if (product && products.length === 0 && !sandbox) {
		throw new CliError('usage', 'no product is named', {
			hint: 'give -p ID, set USAGECTL_PRODUCT, or keep a default: usagectl profile set --product ID',
		});
	}
	if (products.length > 1 && (product === 'one' || raw)) {
		throw new CliError('usage', `one product at a time, not ${products.join(', ')}`, {hint: 'give -p once'});
	}
}

/** Refuses what can be refused before anything is sent. Throws CliError of kind usage. */
export async function validateCommandLine(
	path: string,
	command: Command,
	{options, globals}: Pick<CommandLine, 'options' | 'globals'>,
): Promise<void> {
	validateDrawing(path, command, globals);
	validateRaw(globals);
	validateProducts(command, globals);
	const {fields, products} = globals;
	const columns = fields && (await command.columns?.(options));
	if (fields && columns) findFields(products.length > 1 ? [productColumn, ...columns] : columns, fields);
}
