import {execFile} from 'node:child_process';
import {access, constants} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {promisify} from 'node:util';
import {CliError} from '../../errors.ts';
import {writeFileAtomic} from '../../files/atomic-file.ts';
import {disk} from '../../files/disk.ts';
import {completionScripts, type Shell} from './scripts.ts';

type Env = Readonly<Record<string, string | undefined>>;

const zshHint =
	"in ~/.zshrc, before compinit, add: fpath=(~/.zfunc $fpath); then run: mkdir -p ~/.zfunc && zsh -ic 'usagectl completion zsh --install'";

function createZshError({code, killed}: {readonly code?: unknown; readonly killed?: boolean}): CliError {
	const ended = killed ? 'did not end within 10 s' : `ended with status ${code}`;
	return new CliError(
		'usage',
		code === 'ENOENT' ? 'zsh is not installed' : `zsh -i ${ended}, so its fpath is not known`,
		{
			hint: code === 'ENOENT' ? 'install zsh, or give another shell' : 'to see why: zsh -ic exit',
		},
	);
}

/** Returns the first folder of zsh's `fpath` that this user may write. Throws CliError (usage) if none of them is writable. */
async function findZshFolder(env: Env): Promise<string> {
	const {stdout} = await promisify(execFile)('zsh', ['-ic', 'print -rl -- $fpath'], {env, timeout: 10_000}).catch(
		error => Promise.reject(createZshError(error)),
	);
	for (const folder of stdout.split('\n').filter(path => path.startsWith('/')))
		if (
			await access(folder, constants.W_OK).then(
				() => true,
				() => false,
			)
		)
			return folder;
	throw new CliError('usage', 'zsh looks in no folder that you may write', {hint: zshHint});
}

/** Returns the path where the shell looks for completions of `usagectl`. Throws CliError (usage) for PowerShell, and if no folder can be written. */
async function findScriptPath(shell: Shell, env: Env, home: string): Promise<string> {
	if (shell === 'powershell')
		throw new CliError('usage', 'PowerShell loads completions only from $PROFILE', {
			hint: 'add to $PROFILE: usagectl completion powershell | Out-String | Invoke-Expression',
		});
	if (shell === 'zsh') return join(await findZshFolder(env), '_usagectl');
	if (shell === 'fish')
		return join(env.XDG_CONFIG_HOME || join(home, '.config'), 'fish', 'completions', 'usagectl.fish');
	const data = env.XDG_DATA_HOME || join(home, '.local', 'share');
	return join(env.BASH_COMPLETION_USER_DIR || join(data, 'bash-completion'), 'completions', 'usagectl');
}

/** Writes the script where the shell looks for it, and returns the path. Throws CliError: usage, disk. */
export async function installScript(
	shell: Shell,
	{env, home}: {readonly env: Env; readonly home: string},
): Promise<string> {
	const path = await findScriptPath(shell, env, home);
	await disk.reportingAs('write', path).makeFolder(dirname(path));
	await writeFileAtomic(path, completionScripts[shell], {mode: 0o644});
	return path;
}
