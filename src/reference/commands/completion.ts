import {defineCommand} from '../../cli/definition/command.ts';
import {CliError} from '../../errors.ts';
import {nearNames, suggestion} from '../../text/near-names.ts';
import {completionScripts, type Shell, shells} from '../completion/scripts.ts';

const isShell = (name: string): name is Shell => (shells as readonly string[]).includes(name);

export const command = defineCommand({
	description: `Commands, flags and their values, columns, days, properties, events, profiles, runs, file names and what may follow in an
expression. Names of the service come from what earlier commands learned, never from the network; nothing typed is changed. One line in the shell's own file:

  bash         ~/.bashrc          source <(usagectl completion bash)
  zsh          ~/.zshrc           source <(usagectl completion zsh)    # after compinit
  fish         config.fish        usagectl completion fish | source
  PowerShell   $PROFILE           usagectl completion powershell | Out-String | Invoke-Expression`,
	examples: [{line: 'usagectl completion bash', caption: 'print the script for bash'}],
	flags: {},
	args: [{name: '<shell>', summary: 'bash, zsh, fish or powershell', choices: shells}],
	run: async (_options, [shell = '']) => {
		if (!isShell(shell)) {
			const advice = suggestion(nearNames(shell, shells), `give one of ${shells.join(', ')}`);
			throw new CliError('usage', `there is no completion for '${shell}'`, advice);
		}
		return {text: completionScripts[shell]};
	},
});
