import {defineCommand} from '../../cli/definition/command.ts';
import {CliError} from '../../errors.ts';
import {nearNames, suggestion} from '../../text/near-names.ts';
import {completionScripts, type Shell, shells} from '../completion/scripts.ts';

const isShell = (name: string): name is Shell => (shells as readonly string[]).includes(name);

export const command = defineCommand({
	description: `Prints a script that completes command lines with TAB: commands, flags and their values, columns, dates, properties, events,
profiles, import IDs, files, and expressions. Names from the service are those that earlier commands received; completion never uses the network.

Add one line to the startup file of your shell:

  bash         ~/.bashrc          source <(usagectl completion bash)
  zsh          ~/.zshrc           source <(usagectl completion zsh)    # after compinit
  fish         config.fish        usagectl completion fish | source
  PowerShell   $PROFILE           usagectl completion powershell | Out-String | Invoke-Expression`,
	examples: [{line: 'usagectl completion bash', caption: 'the script for bash'}],
	takes: ['out'],
	flags: {},
	args: [{name: '<shell>', summary: 'Shell: bash, zsh, fish or powershell', choices: shells}],
	run: async (_options, [shell = '']) => {
		if (!isShell(shell)) {
			const advice = suggestion(nearNames(shell, shells), `give one of ${shells.join(', ')}`);
			throw new CliError('usage', `there is no completion for '${shell}'`, advice);
		}
		return {text: completionScripts[shell]};
	},
});
