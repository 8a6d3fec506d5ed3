import {CliError, seeHelp} from '../../errors.ts';
import {isTypo, nearNames, suggestion} from '../../text/near-names.ts';
import {type Flag, longName} from '../definition/flag.ts';
import {findAnswers} from '../find/help-answers.ts';
import {correctForeignFlag, suggestAnswer, suggestFlags} from '../find/word-suggestions.ts';
import {type Grammar, getLineFlags} from './parse-words.ts';

const mostNamed = 3;

const nameIn = (word: string) => word.replace(/=.*/s, '');

/** Their dashes say nothing about how similar flags are. */
const nearFlags = (flag: string, names: readonly string[]) => {
	const bare = names.map(name => name.replace(/^--/, ''));
	return nearNames(flag.replace(/^--/, ''), bare).map(name => `--${name}`);
};

/** Explains a flag that is a word of `help WORD`. */
function explainWord(flag: string, line: {readonly path: string; readonly names: readonly string[]}) {
	const name = flag.replace(/^-+/, '');
	if (findAnswers([name]).length === 0) return {};
	return {hint: suggestAnswer(name, line) ?? `see usagectl help ${name}`, suggest: []};
}

export function createUnknownFlagError(word: string, grammar: Pick<Grammar, 'path' | 'flags' | 'takes'>): CliError {
	const {path} = grammar;
	const names = Object.values<Flag>(getLineFlags(grammar)).map(longName);
	const flag = nameIn(word);
	if (flag !== word && names.includes(flag))
		return new CliError('usage', `${flag} takes no value`, suggestion([], seeHelp(path)));
	const expected = suggestFlags(flag, names);
	const typos = names.filter(name => isTypo(flag, name));
	const longer = names.filter(name => name.startsWith(`${flag}-`)).slice(0, mostNamed);
	const corrected = suggestFlags(correctForeignFlag(flag) ?? '', names);
	const own = [expected, typos, corrected, longer].find(({length}) => length > 0);
	const {hint = seeHelp(path), suggest = own ?? nearFlags(flag, names)} = own ? {} : explainWord(flag, {path, names});
	const advice = suggestion(suggest, hint);
	return new CliError('usage', `there is no flag ${word}`, {...advice, code: 'unknown-flag', expected});
}

/** Loading every command to find its flags would take several times as long as the rest of the run. */
async function findOwners(name: string): Promise<readonly string[]> {
	const {default: flags} = await import('./command-flags.json', {with: {type: 'json'}});
	return Object.entries<string>(flags).flatMap(([path, names]) => (names.split(' ').includes(name) ? [path] : []));
}

function countShared(path: string, other: string): number {
	const words = other.split(' ');
	const differs = path.split(' ').findIndex((word, at) => word !== words[at]);
	return differs < 0 ? words.length : differs;
}

/** Names the commands that have the flag, unless it looks like a misspelled flag of this command. */
export async function explainUnknownFlag(word: string, grammar: Grammar): Promise<CliError> {
	const {path} = grammar;
	const error = createUnknownFlagError(word, grammar);
	const {code, suggest = [], expected = []} = error.details;
	const flag = nameIn(word);
	const isMisspelled = suggest.some(name => isTypo(flag, name) || correctForeignFlag(flag) !== undefined);
	if (code !== 'unknown-flag' || (expected.length === 0 && isMisspelled)) return error;
	const found = await findOwners(flag);
	// Commands of the same group come first.
	const owners = found.toSorted((one, other) => countShared(other, path) - countShared(one, path));
	if (owners.length === 0) return error;
	const named = owners.slice(0, mostNamed).join(', ') + (owners.length > mostNamed ? ', …' : '');
	const own = suggest.filter(each => each !== flag && expected.includes(each));
	const hint = own.length > 0 ? `use ${own.join(' or ')} instead` : seeHelp(path);
	return new CliError('usage', `${path} has no flag ${flag}; ${named} ${owners.length > 1 ? 'have' : 'has'} it`, {
		...error.details,
		hint,
		suggest: own,
	});
}
