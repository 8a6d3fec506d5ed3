import {CommanderError, Option, Command as Parser} from 'commander';
import type {Argument} from '../commands/command.ts';
import {Expected, type Flag, type Flags, type Options} from '../commands/flag.ts';
import {CliError} from '../errors.ts';
import {nearNames} from '../near-names.ts';

/** The long spelling of a flag: `--from`. */
export const longName = (flag: Flag): string => /--[\w-]+/.exec(flag.flags)?.[0] ?? flag.flags;

const seeHelp = (command: string) => `see usagectl ${command ? `${command} ` : ''}--help`;
const collect = (text: string, before: readonly string[] = []) => [...before, text];

/** The options commander has to know for one flag; it only collects texts, so its defaults and last-one-wins play no part. */
function createOptions(flag: Flag): readonly Option[] {
	if (flag.form === 'toggle') return [new Option(flag.flags, flag.summary)];
	if (flag.form === 'either') {
		return [new Option(flag.flags, flag.summary), new Option(longName(flag).replace('--', '--no-'))];
	}
	return [new Option(flag.flags, flag.summary).argParser(collect)];
}

/** A parser that prints nothing and ends nothing: it throws. */
function createParser(flags: Flags, args: readonly Argument[]): Parser {
	const parser = new Parser()
		.helpOption(false)
		.exitOverride()
		.configureOutput({writeErr: () => {}, writeOut: () => {}});
	for (const flag of Object.values(flags)) for (const option of createOptions(flag)) parser.addOption(option);
	for (const {name, summary} of args) parser.argument(name, summary);
	return parser;
}

/** commander's refusal in our words: what is wrong, and the near name. */
function explain(error: CommanderError, flags: Flags, command: string): CliError {
	const [, subject = ''] = /'([^']*)'/.exec(error.message) ?? [];
	const see = seeHelp(command);
	const usage = (message: string, suggest: readonly string[] = []) =>
		new CliError('usage', message, {
			hint: suggest.length > 0 ? `did you mean ${suggest.join(' or ')}?` : see,
			cause: error,
			suggest,
		});
	const names = Object.values(flags).map(longName);
	switch (error.code) {
		case 'commander.unknownOption':
			return usage(`there is no flag ${subject}`, nearNames(subject.replace(/=.*/, ''), names));
		case 'commander.optionMissingArgument':
			return usage(`${subject} needs a value`);
		case 'commander.missingArgument':
			return usage(`<${subject}> is missing`);
		case 'commander.excessArguments':
			return usage(`too many words: ${command} takes ${/Expected (\d+) argument/.exec(error.message)?.[1] ?? 'no'}`);
		default:
			return usage(error.message.replace(/^error: /, ''));
	}
}

/** What was typed, without the password that an address may hold. */
const quote = (typed: string) => {
	const text = typed.replace(/\/\/[^/]*@/, '//***@');
	return text.length > 60 ? `'${text.slice(0, 59)}…'` : `'${text}'`;
};

/** The value of one flag from what was typed; `Expected` becomes a sentence with the flag's name. */
function readFlag(flag: Flag, texts: readonly string[], see: string): unknown {
	const name = longName(flag);
	if (flag.form === 'value' && texts.length > 1) {
		throw new CliError('usage', `${name} was given ${texts.length} times`, {hint: 'give it once'});
	}
	try {
		return flag.read(texts);
	} catch (error) {
		if (!(error instanceof Expected)) throw error;
		const got = texts.length > 0 ? `, not ${quote(texts.at(-1) ?? '')}` : '';
		const suggest = nearNames(texts.at(-1) ?? '', error.suggest);
		throw new CliError('usage', `${name}: expected ${error.message}${got}`, {
			hint: suggest.length > 0 ? `did you mean ${suggest.join(' or ')}?` : see,
			suggest,
		});
	}
}

/**
 * Reads the flags and arguments of one command: texts → values.
 * Throws a CliError of kind usage that names the flag, what was expected and the nearest good thing.
 */
export function parseFlags<F extends Flags>(
	words: readonly string[],
	{flags, args, command}: {readonly flags: F; readonly args: readonly Argument[]; readonly command: string},
): {readonly options: Options<F>; readonly args: readonly string[]} {
	const parser = createParser(flags, args);
	try {
		parser.parse([...words], {from: 'user'});
	} catch (error) {
		throw error instanceof CommanderError ? explain(error, flags, command) : error;
	}
	const options = Object.entries<Flag>(flags).map(([name, flag]) => {
		const attribute = new Option(flag.flags).attributeName();
		const typed = parser.getOptionValueSource(attribute) === 'cli';
		const value: unknown = parser.getOptionValue(attribute);
		const texts = typed ? (Array.isArray(value) ? value.map(String) : [String(value)]) : [];
		return [name, readFlag(flag, texts, seeHelp(command))];
	});
	return {options: Object.fromEntries(options) as Options<F>, args: parser.args};
}
