import {isTypo} from '../../text/near-names.ts';
import {type Flag, longName} from '../definition/flag.ts';
import {globalFlags} from '../definition/globals.ts';
import {findAnswers} from './help-answers.ts';

/** Commands of other programs, and ours for them. Only those that exist at this position are suggested. */
const commandWords: Readonly<Record<string, readonly string[]>> = {
	ls: ['list', 'files'],
	show: ['list', 'get'],
	view: ['list', 'get'],
	all: ['list'],
	start: ['serve'],
	run: ['serve'],
	up: ['serve'],
	info: ['status', 'whoami', 'doctor'],
	rm: ['remove'],
	delete: ['remove'],
	add: ['set', 'update'],
	new: ['set'],
	create: ['set'],
	edit: ['set'],
	switch: ['use'],
	select: ['use'],
	upload: ['update'],
	import: ['update'],
	fetch: ['download', 'sync'],
	pull: ['sync'],
	status: ['whoami', 'doctor'],
	signin: ['login'],
	auth: ['login'],
	validate: ['check'],
	properties: ['props'],
	licenses: ['keys'],
	churn: ['report churn'],
	version: ['--version'],
};

const flagWords: Readonly<Record<string, readonly string[]>> = {
	'--level': ['--segment-by'],
	'--segment-by': ['--level'],
	'--group-by': ['--segment-by', '--level'],
	'--by': ['--segment-by', '--level', '--split month', '--expiry'],
	'--interval': ['--split month'],
	'--extend': ['--expiry'],
	'--expires': ['--expiry'],
	'--expire': ['--expiry'],
	'--new': ['--mark new', '--status new'],
	'--excel': ['--out report.xlsx'],
	'--xlsx': ['--out report.xlsx'],
	'--where': ['--filter'],
	'--query': ['--filter'],
	'--over-quota': ["--filter 'overQuotaCount>=1'"],
	'--type': ['--filter licenseType=…'],
	'--country': ['--filter country=…'],
	'--edition': ['--filter prodEdition=…'],
	'--version': ['--filter prodVersion=…'],
	'--os': ['--filter os.version=…'],
	'--start': ['--from', '--since'],
	'--since': ['--from'],
	'--after': ['--from', '--since'],
	'--end': ['--to', '--until'],
	'--until': ['--to'],
	'--format': ['--output'],
	'--json': ['--output json'],
	'--csv': ['--output csv'],
	'--columns': ['--fields'],
	'--select': ['--fields'],
	'--max': ['--limit'],
	'--compare': ['--against'],
	'--against': ['--compare'],
	'--top': ["--segment 'each * limit 5'", '--limit'],
	'--count': ['--limit'],
	'--silent': ['--quiet'],
	'--force': ['--yes'],
	'--url': ['--base-url'],
	'--host': ['--base-url'],
	'--order-by': ['--sort'],
	'--server': ['--base-url'],
	'--token': ['--password-file'],
	'--file': ['--out'],
	'--today-is': ['--today'],
};

const filterKnown = (words: readonly string[] = [], names: readonly string[]) =>
	words.filter(word => names.includes(word.split(' ')[0] ?? '') || word.startsWith('--version'));

export const suggestCommands = (word: string, names: readonly string[]): readonly string[] =>
	filterKnown(Object.hasOwn(commandWords, word) ? commandWords[word] : [], names);

export function suggestFlags(flag: string, names: readonly string[]): readonly string[] {
	const found = filterKnown(Object.hasOwn(flagWords, flag) ? flagWords[flag] : [], names);
	// --limit would cut months from a report by months.
	return flag === '--top' ? found.slice(0, 1) : found;
}

/** Corrects a typo in a flag of another program: `--jsn` to `--json`. */
export const correctForeignFlag = (flag: string): string | undefined =>
	Object.keys(flagWords).find(word => isTypo(flag, word));

const everywhere = Object.values<Flag>(globalFlags).map(longName);

type Line = {readonly path: string; readonly names: readonly string[]};

/** Returns the flags with which `help WORD` answers, as a hint, if they are flags of every command, or of this one and similar ones. */
export function suggestAnswer(word: string, {path, names}: Line): string | undefined {
	const fitting = findAnswers([word]).flatMap(({line, does}) => {
		const [, command = '', flags = ''] = /^usagectl ([^-]+) (--.*)$/.exec(line) ?? [];
		const used = flags.match(/--[\w-]+/g) ?? [];
		const isSimilar = command.split(' ')[0] === path.split(' ')[0] || used.every(name => everywhere.includes(name));
		const fits = used.length > 0 && isSimilar && used.every(name => names.includes(name));
		return fits ? [`use ${flags} to ${does.charAt(0).toLowerCase()}${does.slice(1)}`] : [];
	});
	return fitting[0];
}
