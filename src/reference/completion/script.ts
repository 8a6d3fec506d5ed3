import type {CommandTree} from '../../program/command-tree.ts';
import {type DescribedTree, describeTree} from '../describe-tree.ts';
import {bashScript} from './bash.ts';
import {fishScript} from './fish.ts';
import {powershellScript} from './powershell.ts';
import {zshScript} from './zsh.ts';

const scripts = {
	bash: bashScript,
	zsh: zshScript,
	fish: fishScript,
	powershell: powershellScript,
} satisfies Readonly<Record<string, (tree: DescribedTree) => string>>;

export type Shell = keyof typeof scripts;
export const shells = Object.keys(scripts) as readonly Shell[];

/** The script that completes the words of a command line in a shell. */
export const completionScript = async (shell: Shell, tree: CommandTree): Promise<string> =>
	scripts[shell](await describeTree(tree));
