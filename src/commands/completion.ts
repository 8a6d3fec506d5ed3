import {CliError} from '../errors.ts';
import {nearNames} from '../near-names.ts';
import type {CommandTree} from '../program/command-tree.ts';
import {completionScript, type Shell, shells} from '../reference/completion/script.ts';
import {defineCommand} from './command.ts';

const isShell = (name: string): name is Shell => (shells as readonly string[]).includes(name);

export const createCompletion = (tree: CommandTree) =>
	defineCommand({
		description: `Commands, flags and choices complete without starting anything; properties, values, profiles, file names and what may
follow in an expression come from what earlier commands learned, never from the network. One line in the shell's own file:

  bash         ~/.bashrc          source <(usagectl completion bash)
  zsh          ~/.zshrc           source <(usagectl completion zsh)    # after compinit
  fish         config.fish        usagectl completion fish | source
  PowerShell   $PROFILE           usagectl completion powershell | Out-String | Invoke-Expression`,
		examples: [{line: 'usagectl completion bash', does: 'print the script for bash'}],
		flags: {},
		args: [{name: '<shell>', summary: 'bash, zsh, fish or powershell', choices: shells}],
		run: async (_options, [shell = '']) => {
			if (!isShell(shell)) {
				const near = nearNames(shell, shells);
				throw new CliError('usage', `there is no completion for '${shell}'`, {
					hint: near.length > 0 ? `did you mean ${near.join(' or ')}?` : `give one of ${shells.join(', ')}`,
					suggest: near,
				});
			}
			return {text: await completionScript(shell, tree)};
		},
	});
