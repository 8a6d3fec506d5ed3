import type {Flag} from '../../cli/definition/flag.ts';
import type {CommandTree, Entry} from '../../cli/find/command-tree.ts';
import {flagItems, globalSections} from '../help-text.ts';
import {getUsage} from '../usage-line.ts';
import {block, code, joinParts, markdownTable} from './markdown-parts.ts';

const flagTable = (flags: readonly Flag[]) =>
	markdownTable(
		['Flag', 'Meaning'],
		flagItems(flags).map(([term, meaning]) => [code(term.trim()), meaning]),
	);

async function commandPart({path, summary, load}: Entry): Promise<string> {
	const {args = [], description = '', flags, examples} = await load();
	return joinParts([
		`## ${path}`,
		`${summary}.`,
		block(getUsage(path, args), 'sh'),
		// Indented parts are tables and examples for a terminal.
		...description
			.trim()
			.split(/\n{2,}/)
			.map(part => (/^\s/m.test(part) ? block(part, 'text') : part)),
		markdownTable(
			['Argument', 'Meaning'],
			args.map(({name, summary}) => [code(name), summary]),
		),
		flagTable(Object.values<Flag>(flags)),
		block(examples.map(({line, caption}) => `# ${caption}\n${line}`).join('\n\n'), 'sh'),
	]);
}

const generated = '<!-- Generated: npm run reference -->';

/** Returns a page for each first word of a command: `keys.md` has `keys list`, `keys get` and so on. */
export async function commandPages({commands, groups}: CommandTree): Promise<ReadonlyMap<string, string>> {
	const shown = commands.filter(({hidden}) => !hidden);
	const words = [...new Set(shown.map(({path}) => path.split(' ')[0] as string))];
	const pages = words.map(async word => {
		const parts = shown.filter(({path}) => path === word || path.startsWith(`${word} `)).map(commandPart);
		const verbs = groups.filter(({path, verb}) => verb && (path === word || path.startsWith(`${word} `)));
		const text = joinParts([
			generated,
			`# usagectl ${word}`,
			groups.find(({path}) => path === word)?.summary ?? '',
			verbs
				.map(({path, verb}) => `${code(`usagectl ${path}`)} alone is ${code(`usagectl ${path} ${verb}`)}.`)
				.join('\n'),
			'See also the [common flags](flags.md).',
			...(await Promise.all(parts)),
		]);
		return [`${word}.md`, text] as const;
	});
	return new Map(await Promise.all(pages));
}

export const commandIndex = ({commands}: CommandTree): string =>
	markdownTable(
		['Command', 'Description'],
		commands
			.filter(({hidden}) => !hidden)
			.map(({path, summary}) => [`[${path}](${path.split(' ')[0]}.md#${path.replaceAll(' ', '-')})`, summary]),
	);

export const globalFlagsPage = (): string =>
	joinParts([
		generated,
		'# Common flags',
		'They can precede or follow the command. A flag that does not apply to a command is an error. `--help` (`-h`) shows the help of a command, and `--version` prints the version of usagectl.',
		...globalSections().flatMap(([heading, flags]) => [`## ${heading}`, flagTable(flags)]),
	]);
