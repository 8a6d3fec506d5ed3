import {stat} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {type Context, defineCommand, type Outcome} from '../../cli/definition/command.ts';
import {repeatedList, toggle} from '../../cli/definition/flag.ts';
import {choice, listOf} from '../../cli/definition/flag-values.ts';
import type {CommandTree} from '../../cli/find/command-tree.ts';
import {enumeration} from '../../text/wording.ts';
import {skillText} from '../skill-text.ts';

const agents = ['agents', 'claude', 'cursor', 'copilot'] as const;
type Agent = (typeof agents)[number];

/** The folders of a project in which agents look for skills. Several agents read `.agents`. */
const folders: Readonly<Record<Agent, string>> = {
	agents: '.agents',
	claude: '.claude',
	cursor: '.cursor',
	copilot: '.github',
};
const pathOf = (agent: Agent) => join(folders[agent], 'skills', 'usagectl', 'SKILL.md');

const isFolder = async (path: string) => (await stat(path).catch(() => undefined))?.isDirectory() ?? false;

/** The agents whose folder is here, without `.github`, which every repository has; else those that read `.agents`. */
async function findAgents(): Promise<readonly Agent[]> {
	const found: Agent[] = [];
	for (const agent of ['agents', 'claude', 'cursor'] as const) if (await isFolder(folders[agent])) found.push(agent);
	return found.length > 0 ? found : ['agents'];
}

async function install(text: string, chosen: readonly Agent[], {globals, terminal, note}: Context): Promise<Outcome> {
	const paths = chosen.map(pathOf);
	if (globals.dryRun) return {text: `${paths.join('\n')}\n`};
	if (!globals.yes) {
		const isSure = await terminal.confirm({text: `Write ${enumeration(paths)}?`, flag: '--yes'});
		if (!isSure) return {};
	}
	const {disk} = await import('../../files/disk.ts');
	const {writeFileAtomic} = await import('../../files/atomic-file.ts');
	const {validateNoLink} = await import('../../files/trust/trusted-path.ts');
	for (const path of paths) {
		const folder = dirname(path);
		// A cloned repository could lead the file elsewhere.
		for (const part of [dirname(dirname(folder)), dirname(folder), folder, path]) await validateNoLink(part);
		await disk.reportingAs('write', path).makeFolder(folder);
		await writeFileAtomic(path, text, {mode: 0o666});
		await note(`wrote ${path}`);
	}
	return {};
}

export const createSkill = (tree: CommandTree) =>
	defineCommand({
		description:
			'Prints instructions for AI agents that run this program: rules, commands, topics, exit codes and examples of the installed version, in the format of Agent Skills. --install writes them to where agents look for skills in the current folder, after asking; run it again after an update. For an assistant that cannot run programs, see `usagectl mcp`.',
		examples: [
			{line: 'usagectl skill', caption: 'the instructions'},
			{line: 'usagectl skill --install --for claude --dry-run', caption: 'the file that would be written'},
		],
		takes: ['out', 'dryRun', 'yes'],
		flags: {
			install: toggle({flags: '--install', summary: 'Write the instructions to a file SKILL.md, after asking'}),
			for: repeatedList({
				flags: '--for <agents>',
				summary: `With --install, where to write: agents (the .agents folder, which several assistants read), claude, cursor or copilot; separate several with commas (default: each of the first three whose folder exists; agents if there is none)`,
				parse: listOf(choice(agents)),
				choices: agents,
			}),
		},
		run: async ({install: isInstalling, for: chosen}, _args, context): Promise<Outcome> => {
			const text = await skillText(tree);
			if (!isInstalling) return {text};
			return install(text, chosen.length > 0 ? [...new Set(chosen)] : await findAgents(), context);
		},
	});
