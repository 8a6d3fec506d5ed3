import type {Shell} from '../../commands/completion.ts';
import {getCommandTree} from '../command-tree.ts';
import {bashScript} from './bash.ts';
import {fishScript} from './fish.ts';
import {powershellScript} from './powershell.ts';
import type {Tree} from './static-words.ts';
import {zshScript} from './zsh.ts';

const scripts: Readonly<Record<Shell, (tree: Tree) => string>> = {
	bash: bashScript,
	zsh: zshScript,
	fish: fishScript,
	powershell: powershellScript,
};

/** The script that completes words in a shell, made from the command table. */
export const completionScript = async (shell: Shell): Promise<string> => scripts[shell](await getCommandTree());
