import type {Flag} from '../../cli/definition/flag.ts';
import type {CommandTree, Entry} from '../../cli/find/command-tree.ts';
import {version} from '../../version.ts';
import {otherVariables, ownVariables} from '../environment-variables.ts';
import {exitCodeRows} from '../exit-code-meanings.ts';
import {flagItems, globalSections} from '../help-text.ts';
import type {Item} from '../layout.ts';
import {topics} from '../topics.ts';
import {getUsage} from '../usage-line.ts';

/** Characters that troff would replace with typographic ones, which a shell does not accept. */
const plainForms: Readonly<Record<string, string>> = {
	'\\': '\\e',
	'-': '\\-',
	"'": '\\(aq',
	'`': '\\(ga',
	'^': '\\(ha',
	'~': '\\(ti',
	'"': '\\(dq',
};
const unicode = (character: string) =>
	`\\[u${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0') ?? ''}]`;

/** Escapes text so that troff prints it unchanged, in ASCII, and reads no line as a request. */
const escapeTroff = (text: string): string =>
	text
		.replace(/[\\\-'`^~"]/g, character => plainForms[character] ?? character)
		.replace(/[^\0-\x7f]/gu, unicode)
		.replace(/^(?=\.)/gm, '\\&');

const tagged = (items: readonly Item[]): string =>
	items.map(([term, summary]) => `.TP\n\\fB${escapeTroff(term.trim())}\\fR\n${escapeTroff(summary)}\n`).join('');

const verbatim = (text: string): string => `.PP\n.nf\n${escapeTroff(text)}\n.fi\n`;

/** Fills paragraphs; indented ones are left unchanged. */
const paragraphs = (text: string): string =>
	text
		.trim()
		.split(/\n{2,}/)
		.map(part => (/^\s/m.test(part) ? verbatim(part) : `.PP\n${escapeTroff(part)}\n`))
		.join('');

const section = (title: string, text: string): string =>
	text === '' ? '' : `.SH ${escapeTroff(title.toUpperCase())}\n${text}`;

const pageName = (path: string) => ['usagectl', ...path.split(' ')].join('-');
const flagList = (flags: readonly Flag[]) => tagged(flagItems(flags));

const header = (name: string) => `.\\" Generated: npm run reference
.TH ${name.toUpperCase()} 1 "" "usagectl ${version}" "User Commands"
.nh
.ad l
`;

async function commandPage({path, summary, load}: Entry): Promise<string> {
	const {args = [], description, flags, examples} = await load();
	const lines = examples.map(({line, caption}) => `# ${caption}\n${line}`).join('\n\n');
	return [
		header(pageName(path)),
		section('name', `${escapeTroff(pageName(path))} \\- ${escapeTroff(summary)}\n`),
		section('synopsis', `${escapeTroff(getUsage(path, args))}\n`),
		section('description', description ? paragraphs(description) : ''),
		section('arguments', tagged(args.map(({name, summary}) => [name, summary]))),
		section('flags', flagList(Object.values(flags))),
		section('examples', lines === '' ? '' : verbatim(lines)),
		section('see also', '.BR usagectl (1),\nfor the common flags, the environment and the exit status\n'),
	].join('');
}

function topicParts(): string {
	const parts = Object.entries(topics).map(([name, text]) => {
		const [title = '', ...rest] = text().split('\n');
		return `.SS "${escapeTroff(name)}: ${escapeTroff(title.replace(/^[^:]*: /, ''))}"\n${paragraphs(rest.join('\n'))}`;
	});
	return `Each is printed by usagectl help \\fItopic\\fR.\n${parts.join('')}`;
}

const description = ({
	groups,
}: CommandTree) => `A client of a product usage analytics service: reports, license keys, crash reports and
custom events. The whole service is embedded: \\-\\-sandbox runs any command on synthetic
data, without an account.
.PP
Data goes to stdout, everything else to stderr. ${escapeTroff(
	groups
		.filter(({verb}) => verb)
		.map(({path, verb}) => `usagectl ${path} is usagectl ${path} ${verb}`)
		.join('; '),
)}. Each command has a page of its own, such as
.BR usagectl\\-report\\-current (1).
`;

const files = `.TP
.I settings.json, session.json
Settings and sessions, in $XDG_CONFIG_HOME/usagectl or USAGECTL_CONFIG_DIR. usagectl doctor prints the path.
.TP
.I state
Journals of key imports, locks, names for completion and the sandbox\\(aqs data, in $XDG_STATE_HOME/usagectl.
`;

const overview = (tree: CommandTree, shown: readonly Entry[]) =>
	[
		header('usagectl'),
		section('name', 'usagectl \\- usage analytics, license keys and crash reports from the terminal\n'),
		section('synopsis', '.B usagectl\n.I command\n[\\fIflags\\fR]\n'),
		section('description', description(tree)),
		section('commands', tagged(shown.map(({path, summary}) => [`usagectl ${path}`, summary]))),
		section(
			'flags of every command',
			globalSections()
				.map(([title, flags]) => `.SS "${escapeTroff(title)}"\n${flagList(flags)}`)
				.join(''),
		),
		section('environment', tagged([...ownVariables, ...otherVariables])),
		section('exit status', tagged(exitCodeRows)),
		section('files', files),
		section('topics', topicParts()),
	].join('');

export async function manPages(tree: CommandTree): Promise<ReadonlyMap<string, string>> {
	const shown = tree.commands.filter(({hidden}) => !hidden);
	const pages = shown.map(async entry => [`${pageName(entry.path)}.1`, await commandPage(entry)] as const);
	return new Map([['usagectl.1', overview(tree, shown)], ...(await Promise.all(pages))]);
}
