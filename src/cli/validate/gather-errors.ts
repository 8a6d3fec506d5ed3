import type {Mask} from '../../client/mask.ts';
import {RequestPrinted} from '../../client/request-printed.ts';
import {CliError} from '../../errors.ts';
import type {Ports} from '../../ports.ts';
import {createMessages} from '../context/messages.ts';
import {createContext} from '../context/run-context.ts';
import type {Command} from '../definition/command.ts';
import {joinMistakes, listMistakes} from '../definition/several-errors.ts';
import type {CommandLine} from '../parse/command-line.ts';
import {checkExpressions} from '../run/check-line.ts';

/** A command line with mistakes: what else is wrong with it is told at once. Nothing is sent. */

type Named = {readonly path: string; readonly command: Command};
type Surroundings = {readonly ports: Ports; readonly mask: Mask};

/** Mistakes with a place are in a text that was typed; others may follow from what was left out. */
const isTyped = ({details: {place}}: CliError) => place !== undefined;

/** The mistakes that `work` throws. */
async function mistakesOf(work: () => Promise<unknown>): Promise<readonly CliError[]> {
	try {
		await work();
		return [];
	} catch (error) {
		return error instanceof CliError && error.kind === 'usage' ? listMistakes(error) : [];
	}
}

/** Compiles the expressions of the line in silence. */
async function compileExpressions(line: CommandLine, {path, command}: Named, {ports, mask}: Surroundings) {
	// Without a product, the properties are those that every product has.
	const products = [...line.globals.products, 0];
	const globals = {...line.globals, products, quiet: true, dryRun: true, strict: false};
	const messages = createMessages(globals, ports);
	const runLine = () => Promise.reject(new Error('a line that is only checked runs no other'));
	const {context, close} = createContext({...line, globals}, {ports, mask, messages, runLine, inner: {}});
	const connect = () => Promise.reject(new RequestPrinted());
	await checkExpressions({path, command, line: {...line, globals}}, {...context, connect}).finally(close);
}

/** One failure for the mistakes in the words, and for those of the rest of the line. Throws what is no mistake. */
export async function gatherMistakes(
	mistakes: readonly CliError[],
	resolveLine: () => Promise<CommandLine>,
	{path, command, ports, mask}: Named & Surroundings,
): Promise<CliError> {
	const others = await mistakesOf(async () => compileExpressions(await resolveLine(), {path, command}, {ports, mask}));
	const [first, ...more] = [...mistakes, ...others.filter(isTyped)];
	if (!first) throw new Error('a line without mistakes');
	return joinMistakes([first, ...more], `see usagectl ${path} --help`);
}
