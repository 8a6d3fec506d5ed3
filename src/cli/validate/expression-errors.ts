import type {Mask} from '../../client/mask.ts';
import {RequestPrinted} from '../../client/request-printed.ts';
import {CliError, listErrors} from '../../errors.ts';
import type {Ports} from '../../ports.ts';
import {createMessages} from '../context/messages.ts';
import {findSandboxProduct} from '../context/open-sandbox.ts';
import {type BaseContext, createContext, forProduct} from '../context/run-context.ts';
import type {Command} from '../definition/command.ts';
import type {CommandLine} from '../parse/command-line.ts';

/** Throws CliError (usage). Sends and writes nothing. */
export async function compileExpressions(command: Command, line: CommandLine, base: BaseContext): Promise<void> {
	if (!command.compilesExpressions) return;
	const globals = {...line.globals, dryRun: true};
	const silent = async () => {};
	const connect = () => Promise.reject(new RequestPrinted());
	const today = globals.today ?? base.today;
	const context = {...base, globals, connect, today, note: silent, warn: silent, caveat: silent, incomplete: silent};
	const [product] = globals.products;
	const findProduct = async () => product ?? findSandboxProduct(base);
	try {
		await command.run(line.options, line.args, forProduct(context, findProduct));
	} catch (error) {
		if (!(error instanceof RequestPrinted)) throw error;
	}
}

/** Compiles the expressions of a line that cannot run; sends nothing. */
async function compileWithoutService(command: Command, line: CommandLine, ports: Ports, mask: Mask): Promise<void> {
	// Without a product, the properties are those that every product has.
	const products = [...line.globals.products, 0];
	const globals = {...line.globals, products, quiet: true};
	const messages = createMessages(globals, ports);
	const runLine = () => Promise.reject(new Error('an invalid command line cannot run another one'));
	const {context, close} = await createContext(
		{...line, globals},
		{ports, network: ports.transport, mask, messages, runLine, inner: {}},
	);
	await compileExpressions(command, {...line, globals}, context).finally(close);
}

/**
 * Finds the errors in the expressions of a line that has other errors. Leaves out errors without a place, which may follow
 * from those.
 */
export async function findExpressionErrors(
	command: Command,
	readLine: () => Promise<CommandLine>,
	{ports, mask}: {readonly ports: Ports; readonly mask: Mask},
): Promise<readonly CliError[]> {
	try {
		await compileWithoutService(command, await readLine(), ports, mask);
		return [];
	} catch (error) {
		const errors = error instanceof CliError && error.kind === 'usage' ? listErrors(error) : [];
		return errors.filter(({details: {place}}) => place !== undefined);
	}
}
