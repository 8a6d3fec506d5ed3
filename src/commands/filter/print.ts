import {type Context, defineCommand} from '../../cli/definition/command.ts';
import {optional} from '../../cli/definition/flag.ts';
import {choice} from '../../cli/definition/values.ts';
import {CliError} from '../../errors.ts';
import {compileKind, type ExpressionKind, flagOf} from '../../language/expression-kinds.ts';
import {innerMark, quoteFor, type Shell, shells} from '../../text/shell-quoting.ts';
import {expressionArgs, expressionFlags, processExpressions} from './expression.ts';

/** The flags that read the expression from a file. */
const fileFlags: Readonly<Partial<Record<ExpressionKind, string>>> = {
	filter: '--filter-file',
	key: '--filter-file',
	event: '--events-file',
};

/** `filter print`: the canonical text, ready to paste into a shell. */
export const command = defineCommand({
	description:
		'Prints an expression in its canonical form; with --shell as the flag to paste, quoted so that this shell passes it on ' +
		'unchanged. Where no quoting is safe (a " under cmd or PowerShell) it prints the flag that reads a file, and says what ' +
		'belongs into the file.',
	examples: [
		{line: "usagectl filter print --shell pwsh 'prodEdition=Pro Plus'", does: 'a flag for PowerShell'},
		{line: "usagectl filter print --shell fish 'prodVersion~^4\\.'", does: 'a flag for fish'},
	],
	flags: {
		...expressionFlags,
		shell: optional({flags: '--shell <name>', summary: shells.join(', '), parse: choice(shells), choices: shells}),
	},
	args: expressionArgs,
	run: async ({shell, ...options}, texts, context) => {
		const {kind} = options;
		const mark = shell ? innerMark(shell) : "'";
		const printed = (await processExpressions(compileKind, {options, texts}, context)).print(mark);
		if (!shell) return {text: `${printed.join('\n')}\n`};
		const quoted = printed.map(text => ({text, argument: quoteFor(shell, text)}));
		const flags = quoted.map(({text, argument}) =>
			argument ? `${flagOf[kind]} ${argument}` : asFile(kind, shell, text),
		);
		for (const {text, argument} of quoted) if (!argument) await noteText(context, text);
		return {text: `${flags.join(' ')}\n`};
	},
});

function asFile(kind: ExpressionKind, shell: Shell, text: string): string {
	const flag = fileFlags[kind];
	if (flag && !text.includes('\0')) return `${flag} ${kind === 'event' ? 'events' : 'filter'}.txt`;
	throw new CliError('usage', `no quoting carries this text safely through ${shell}`, {
		hint: 'use another shell, or keep it in a script',
	});
}

const noteText = (context: Context, text: string) => context.note(`save this text as the file: ${text}`);
