import {spawnSync} from 'node:child_process';
import {mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {completionScripts} from '../../../src/reference/completion/scripts.ts';
import {temporaryFolder} from '../../support/disk/folders.ts';
import {usagectl} from '../../support/program/usagectl.ts';

const places = {
	bash: '.local/share/bash-completion/completions/usagectl',
	fish: '.config/fish/completions/usagectl.fish',
} as const;

test.each(Object.entries(places))(
	'installs the script for %s, says how to remove it, and changes no other file',
	async (shell, place) => {
		const HOME = temporaryFolder();
		writeFileSync(join(HOME, '.bashrc'), '# mine\n');
		const {exitCode, stderr} = await usagectl(`completion ${shell} --install`, {env: {HOME}});
		expect(exitCode).toBe(0);
		expect(stderr).toContain(`To remove it: rm ${join(HOME, place)}`);
		expect(readFileSync(join(HOME, place), 'utf8')).toBe(completionScripts[shell as keyof typeof places]);
		expect(readFileSync(join(HOME, '.bashrc'), 'utf8')).toBe('# mine\n');
		expect(readdirSync(HOME).filter(name => !['.bashrc', place.split('/')[0]].includes(name))).toEqual([]);
	},
);

test('installs the script for zsh in a folder of its fpath, or says which line to add', async ({skip}) => {
	skip(spawnSync('zsh', ['--version']).status !== 0, 'zsh is not installed');
	const HOME = temporaryFolder();
	mkdirSync(join(HOME, 'zfunc'));
	writeFileSync(join(HOME, '.zshrc'), `fpath=(${join(HOME, 'zfunc')})\n`);
	const env = {HOME, PATH: process.env.PATH ?? ''};
	expect(await usagectl('completion zsh --install', {env})).toMatchObject({exitCode: 0});
	expect(readdirSync(join(HOME, 'zfunc'))).toEqual(['_usagectl']);
	writeFileSync(join(HOME, '.zshrc'), 'fpath=(/nonexistent)\n');
	expect(await usagectl('completion zsh --install', {env})).toMatchObject({
		exitCode: 2,
		stderr: expect.stringContaining('fpath=(~/.zfunc $fpath)'),
	});
});

test('says that zsh is not installed', async () => {
	const ended = await usagectl('completion zsh --install', {env: {HOME: temporaryFolder(), PATH: '/nonexistent'}});
	expect(ended).toMatchObject({exitCode: 2, stderr: expect.stringContaining('zsh is not installed')});
	expect(ended.stderr).not.toContain('fpath');
});

test('the script says which line zsh needs before compinit', ({skip}) => {
	skip(spawnSync('zsh', ['--version']).status !== 0, 'zsh is not installed');
	const load = (before: string) => {
		const {status, stderr} = spawnSync('zsh', ['-f', '-c', `${before}${completionScripts.zsh}`], {encoding: 'utf8'});
		return {status, stderr};
	};
	const {stderr} = load('');
	expect(stderr).toMatch(/^usagectl: completion needs compinit; .*: autoload -Uz compinit && compinit\n$/);
	expect(load('autoload -Uz compinit && compinit -u -D;')).toEqual({status: 0, stderr: ''});
});

test('PowerShell has no such folder: the error gives the line for its profile', async () => {
	const {exitCode, stderr} = await usagectl('completion powershell --install');
	expect(exitCode).toBe(2);
	expect(stderr).toContain('$PROFILE');
});
