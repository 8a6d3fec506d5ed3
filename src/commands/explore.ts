import {type Context, defineCommand} from '../cli/definition/command.ts';
import {CliError} from '../errors.ts';
import type {Running} from '../explore/explore-reports.ts';
import {formatCommandLine, serviceWords} from '../lines/line-words.ts';
import {printable} from '../output/printable.ts';

const print = ({terminal}: Context, text: string) => terminal.stderr.write(`${text}\n`);

const printLine = (words: readonly string[], context: Context): string =>
	formatCommandLine([...serviceWords(context), ...words]);

async function runWords(words: readonly string[], context: Context, {hasNotes, ...running}: Running): Promise<boolean> {
	await print(context, `\n$ ${printable(printLine(words, context))}`);
	try {
		const texts = {quiet: [String(hasNotes !== true)]};
		return (await context.runLine(words, {...running, texts})) === 0;
	} catch (error) {
		if (!(error instanceof CliError) || error.kind === 'interrupted') throw error;
		await print(context, `${printable(error.message)}\nhint: ${printable(error.details.hint)}`);
		return false;
	}
}

export const command = defineCommand({
	description: `Lets you choose a report, a property to break it down by, and values to filter by; shows the rows and a chart after each
step, and ends by printing the command line of the report. Each step prints the command that it runs; nothing is stored. Escape goes back one step; Ctrl-C exits. Needs a terminal.`,
	examples: [{line: 'usagectl --sandbox explore', caption: 'learn the reports and filters on synthetic data'}],
	takes: ['product', 'out'],
	flags: {},
	run: async (_options, _args, context) => {
		const {terminal, globals} = context;
		if (!terminal.stdin.isTTY || !terminal.stderr.isTTY || !globals.input) {
			throw new CliError('usage', 'explore needs a terminal', {
				hint: 'run usagectl help examples for command lines to start from',
			});
		}
		const [{choose}, {exploreReports}] = await Promise.all([
			import('../terminal/choice-prompt.ts'),
			import('../explore/explore-reports.ts'),
		]);
		const words = await exploreReports({choose, run: (line, running = {}) => runWords(line, context, running)});
		return {text: words ? `${printLine(words, context)}\n` : ''};
	},
});
