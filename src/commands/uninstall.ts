import {defineCommand} from '../cli/definition/command.ts';

const lastLines = `Scripts that completion --install wrote stay.
To remove the program: npm uninstall -g usagectl
`;

export const command = defineCommand({
	description:
		'Lists what usagectl has stored for you on this machine (settings, sessions, records of imports, sandbox data, caches), asks, and removes it; then prints the line that removes the program. ' +
		'Removes nothing while an import or another run holds a lock. ' +
		'Archives, results of questions and other files in your own folders stay, as do completion scripts and sessions at the service: run `usagectl logout` first. ' +
		'For installations of your product that were uninstalled, see `report current --status lost`.',
	examples: [{line: 'usagectl uninstall --dry-run', caption: 'what would be removed, and its size'}],
	takes: ['dryRun', 'yes'],
	flags: {},
	run: async (_options, _args, {configDir, stateDir, cacheDir, globals, terminal, clock}) => {
		const {findOwnFiles, removeOwnFiles} = await import('../session/own-files.ts');
		const {sizeText} = await import('../terminal/progress-text.ts');
		const folders = {configDir, stateDir, cacheDir};
		const files = await findOwnFiles(folders);
		const total = sizeText(files.reduce((sum, {bytes}) => sum + bytes, 0));
		const text = async function* () {
			for (const {path, what, bytes} of files) yield `${sizeText(bytes).padStart(10)}  ${path} (${what})\n`;
			if (files.length === 0) yield 'usagectl has stored nothing on this machine.\n';
			else if (globals.dryRun) yield `Would remove ${total}.\n`;
			else if (await terminal.confirm({text: `Remove ${total}? It cannot be restored.`, flag: '--yes'})) {
				await removeOwnFiles(folders, files, clock);
				yield `Removed ${total}.\n`;
			} else {
				yield 'Nothing was removed.\n';
				return;
			}
			yield lastLines;
		};
		return {text: text()};
	},
});
