import {readFileSync, writeFileSync} from 'node:fs';
import {commandTree} from '../../src/commands/table.ts';
import {completionScript} from '../../src/reference/completion/script.ts';
import {getFlagTable} from '../../src/reference/flag-table.ts';
import {manPage} from '../../src/reference/man.ts';
import {fillSections, getSections, markdownTable} from '../../src/reference/readme.ts';
import {tableRows} from '../../src/sandbox/store/table-text.ts';
import {temporaryFolder} from './folders.ts';
import {usagectl} from './usagectl.ts';

const root = new URL('../../', import.meta.url);
export const readProjectFile = (path: string): string => readFileSync(new URL(path, root), 'utf8');

/** The part of a text between two markers. */
export const sectionOf = (text: string, name: string): string =>
	text.split(`<!-- ${name} -->\n`)[1]?.split(`<!-- /${name} -->`)[0] ?? '';

/** Runs each `$` line of the tour and puts what it prints beneath it, on the sandbox of 2026-06-30. */
async function runTour(tour: string): Promise<string> {
	const env = {USAGECTL_CONFIG_DIR: temporaryFolder(), NO_COLOR: '1'};
	const parts: string[] = [];
	for (const block of tour.split(/(?<=^```console\n)|(?=^```\n)/m)) {
		if (!block.startsWith('$ usagectl')) {
			parts.push(block);
			continue;
		}
		for (const line of block.split('\n').filter(text => text.startsWith('$ '))) {
			const {stdout, stderr} = await usagectl(line.slice(2), {env, columns: 120});
			parts.push(`${line}\n${stderr.replace(/^sandbox: synthetic data\n/m, '')}${stdout}`);
		}
	}
	return parts.join('').trimEnd();
}

const sandboxTables = () => markdownTable(['Table', 'Holds', 'Columns'], tableRows());

/** Every file that is made from the tables, by path, with the text it must have. */
export async function getGeneratedFiles(): Promise<readonly (readonly [string, string])[]> {
	const readme = readProjectFile('README.md');
	const sections = new Map([
		...(await getSections(commandTree)),
		['sandbox-tables', sandboxTables()],
		['first', await runTour(sectionOf(readme, 'first'))],
		['tour', await runTour(sectionOf(readme, 'tour'))],
	]);
	return [
		['completions/usagectl.bash', await completionScript('bash', commandTree)],
		['completions/_usagectl', await completionScript('zsh', commandTree)],
		['completions/usagectl.fish', await completionScript('fish', commandTree)],
		['completions/usagectl.ps1', await completionScript('powershell', commandTree)],
		['man/usagectl.1', await manPage(commandTree)],
		['src/program/flag-table.ts', await getFlagTable(commandTree)],
		['README.md', fillSections(readme, sections)],
	];
}

/** `npm run reference`. */
export async function writeReference(): Promise<void> {
	for (const [path, text] of await getGeneratedFiles()) writeFileSync(new URL(path, root), text);
}
