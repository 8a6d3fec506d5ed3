import {homedir} from 'node:os';
import {defineCommand, type Outcome} from '../../cli/definition/command.ts';
import {toggle} from '../../cli/definition/flag.ts';
import {CliError} from '../../errors.ts';
import {nearNames, suggestion} from '../../text/near-names.ts';
import {quoteLine} from '../../text/shell-quoting.ts';
import {completionScripts, type Shell, shells} from '../completion/scripts.ts';

const isShell = (name: string): name is Shell => (shells as readonly string[]).includes(name);

export const command = defineCommand({
	description: `Prints a script that completes command lines with TAB: commands, flags and their values, columns, dates, properties, events,
profiles, import IDs, files, and expressions. Names from the service are those that earlier commands received; completion never uses the network.

--install writes the script where bash (with the package bash-completion), zsh or fish looks for it, and says how to remove it. Startup
files are never changed. Or add one line to the startup file of your shell:

  bash         ~/.bashrc          source <(usagectl completion bash)
  zsh          ~/.zshrc           source <(usagectl completion zsh)    # after compinit
  fish         config.fish        usagectl completion fish | source
  PowerShell   $PROFILE           usagectl completion powershell | Out-String | Invoke-Expression`,
	examples: [{line: 'usagectl completion bash', caption: 'the script for bash'}],
	takes: ['out'],
	flags: {install: toggle({flags: '--install', summary: 'Write the script where the shell looks for it'})},
	args: [{name: '<shell>', summary: 'Shell: bash, zsh, fish or powershell', choices: shells}],
	run: async ({install}, [shell = ''], {env, note}): Promise<Outcome> => {
		if (!isShell(shell)) {
			const advice = suggestion(nearNames(shell, shells), `give one of ${shells.join(', ')}`);
			throw new CliError('usage', `there is no completion for '${shell}'`, advice);
		}
		if (!install) return {text: completionScripts[shell]};
		const {installScript} = await import('../completion/install-script.ts');
		const path = await installScript(shell, {env, home: env.HOME || homedir()});
		const needs = shell === 'bash' ? ' with the package bash-completion' : '';
		await note(`wrote ${path}; it works in a new ${shell}${needs}. To remove it: ${quoteLine(['rm', path])}`);
		return {};
	},
});
