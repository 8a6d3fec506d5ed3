import type {Flag} from '../commands/flag.ts';
import type {CommandTree, Entry} from '../program/command-tree.ts';
import {version} from '../version.ts';
import {exitCodeRows} from './exit-code-meanings.ts';
import {flagItem, globalSections} from './help-text.ts';
import type {Item} from './layout.ts';
import {topics} from './topics.ts';
import {otherVariables, ownVariables} from './variables.ts';

/** Characters that troff would print as finer ones, which a shell does not take. */
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

/** Text for troff that comes out as it is: no line is taken for a request. */
const literal = (text: string) =>
	text
		.replace(/[\\\-'`^~"]/g, character => plainForms[character] ?? character)
		.replace(/[^\0-\x7f]/gu, unicode)
		.replace(/^(?=\.)/gm, '\\&');

const tagged = (items: readonly Item[]) =>
	items.map(([term, summary]) => `.TP\n\\fB${literal(term.trim())}\\fR\n${literal(summary)}\n`).join('');

/** Paragraphs are filled; what is indented stays as it is. */
const paragraphs = (text: string) =>
	text
		.trim()
		.split(/\n{2,}/)
		.map(part => (/^\s/m.test(part) ? `.PP\n.nf\n${literal(part)}\n.fi\n` : `.PP\n${literal(part)}\n`))
		.join('');

const heading = (text: string) => literal(text.toUpperCase());
const flagList = (flags: readonly Flag[]) => tagged(flags.map(flagItem));

async function commandPart({path, summary, load}: Entry): Promise<string> {
	const {args = [], description, flags, examples} = await load();
	const usage = ['usagectl', path, ...args.map(({name}) => name)].join(' ');
	const lines = examples.map(({line, does}) => `# ${does}\n${line}`).join('\n');
	return [
		`.SS "${literal(usage)}"\n${literal(summary)}.\n`,
		description ? paragraphs(description) : '',
		tagged(args.map(({name, summary: does}) => [name, does])),
		flagList(Object.values(flags)),
		`.PP\n.nf\n${literal(lines)}\n.fi\n`,
	].join('');
}

/** The manual page, `man usagectl`: every command with its flags and examples, what all have alike, and the topics. */
export async function manPage({commands, groups}: CommandTree): Promise<string> {
	const shown = commands.filter(({hidden}) => !hidden);
	const parts = await Promise.all(shown.map(commandPart));
	const verbs = groups.filter(({verb}) => verb).map(({path, verb}) => `usagectl ${path} is usagectl ${path} ${verb}`);
	const topicParts = Object.entries(topics).map(([name, text]) => {
		const [title = '', ...rest] = text().split('\n');
		return `.SS "${literal(name)}: ${literal(title.replace(/^[^:]*: /, ''))}"\n${paragraphs(rest.join('\n'))}`;
	});
	return `.\\" Made from the table of commands: npm run reference
.TH USAGECTL 1 "" "usagectl ${version}" "User Commands"
.nh
.ad l
.SH NAME
usagectl \\- ask a product usage analytics service from the terminal
.SH SYNOPSIS
.B usagectl
.I command
[\\fIflags\\fR]
.SH DESCRIPTION
Reports, license keys, exceptions and custom events of a product usage analytics
service, for people, scripts and cron. The whole service is embedded: \\-\\-sandbox on
any command runs it on synthetic data, without an account.
.PP
Data goes to stdout, everything else to stderr. ${literal(verbs.join('; '))}.
.SH COMMANDS
${parts.join('')}.SH FLAGS OF EVERY COMMAND
${globalSections()
	.map(([title, flags]) => `.SS "${literal(title)}"\n${flagList(flags)}`)
	.join('')}.SH ENVIRONMENT
${tagged([...ownVariables, ...otherVariables])}.SH EXIT STATUS
${tagged(exitCodeRows)}.SH FILES
.TP
.I settings.json, session.json
Settings and sessions, in $XDG_CONFIG_HOME/usagectl or USAGECTL_CONFIG_DIR; the path: usagectl config path.
.TP
.I state
Journals of key uploads, locks, names for completion and the sandbox\\(aqs data, in $XDG_STATE_HOME/usagectl.
.SH ${heading('topics')}
Each is printed by usagectl help \\fItopic\\fR.
${topicParts.join('')}`;
}
