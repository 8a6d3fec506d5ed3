import {readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {longName} from '../../../src/cli/definition/flag.ts';
import {commandTree} from '../../../src/command-table.ts';
import {completionScripts} from '../../../src/reference/completion/scripts.ts';
import {referencePages} from '../../../src/reference/docs/reference-pages.ts';
import {printRecipes, recipes} from '../../../src/reference/recipes.ts';
import {tableRows} from '../../../src/sandbox/store/table-text.ts';
import {temporaryFolder} from '../disk/folders.ts';
import {usagectl} from './usagectl.ts';

const root = new URL('../../../', import.meta.url);
export const readProjectFile = (path: string): string => readFileSync(new URL(path, root), 'utf8');

/** The part of a text between two markers. */
const sectionOf = (text: string, name: string): string =>
	text.split(`<!-- ${name} -->\n`)[1]?.split(`<!-- /${name} -->`)[0] ?? '';

/** The program that docs/library.md shows. */
export const libraryExample = (): string =>
	/```ts\n(.*)```/s.exec(sectionOf(readProjectFile('docs/library.md'), 'library'))?.[1] ?? '';

/** Runs each `$` line of the tour and puts what it prints beneath it, on the sandbox of 2026-06-30. */
async function runTour(tour: string, env: Readonly<Record<string, string>>): Promise<string> {
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

/** The README with the output of its examples. Throws where a marker is missing. */
async function fillReadme(): Promise<string> {
	let text = readProjectFile('README.md');
	const env = {USAGECTL_CONFIG_DIR: temporaryFolder(), NO_COLOR: '1'};
	await usagectl('sandbox reset --now 2026-06-30', {env, limit: 300_000});
	for (const name of ['first', 'tour']) {
		const old = sectionOf(text, name);
		if (old === '') throw new Error(`README has no section ${name}`);
		const tour = `${await runTour(old, env)}\n`;
		text = text.replace(old, () => tour);
	}
	const shown = printRecipes(recipes.filter(({readme}) => readme));
	return text.replace(sectionOf(text, 'recipes'), () => `\`\`\`sh\n${shown}\`\`\`\n`);
}

const below = (folder: string, pages: ReadonlyMap<string, string>) =>
	[...pages].map(([name, text]) => [`${folder}/${name}`, text] as const);

/** The flags of each command, which name the commands that have a flag. */
async function listFlags(): Promise<string> {
	const shown = commandTree.commands.filter(({hidden}) => !hidden);
	const flags = shown.map(async ({path, load}) => [
		path,
		Object.values((await load()).flags)
			.map(longName)
			.join(' '),
	]);
	return `${JSON.stringify(Object.fromEntries(await Promise.all(flags)), null, '\t')}\n`;
}

/** Every file that is generated, by path, with the text it must have. */
export async function getGeneratedFiles(): Promise<ReadonlyMap<string, string>> {
	return new Map([
		['src/cli/parse/command-flags.json', await listFlags()],
		['completions/usagectl.bash', completionScripts.bash],
		['completions/_usagectl', completionScripts.zsh],
		['completions/usagectl.fish', completionScripts.fish],
		['completions/usagectl.ps1', completionScripts.powershell],
		...below('docs/reference', await referencePages(commandTree, tableRows())),
		['README.md', await fillReadme()],
	]);
}

/** Files of the folder that holds nothing but generated ones. */
export const listGenerated = (): readonly string[] =>
	readdirSync(new URL('docs/reference', root)).map(name => `docs/reference/${name}`);

/** `npm run reference`. */
export async function writeReference(): Promise<void> {
	const files = await getGeneratedFiles();
	for (const path of listGenerated()) if (!files.has(path)) rmSync(new URL(path, root));
	for (const [path, text] of files) writeFileSync(new URL(path, root), text);
}
