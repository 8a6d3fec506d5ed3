import {CliError, seeHelp} from '../../errors.ts';
import type {Texts} from '../../lines/checked-line.ts';
import {nearNames, suggestion} from '../../text/near-names.ts';
import {Expected, type Flag, type Flags, longName, type Options} from '../definition/flag.ts';

/** The origin of a text that was not typed: `USAGECTL_OUTPUT`, or the member of a question file at `origin`. */
export type Untyped = {readonly label: string; readonly origin?: readonly string[] | undefined};
/** By the flag's name. */
export type Where = Readonly<Record<string, Untyped>>;

/** The command whose help explains the flags, and where their texts are from. */
type Source = {readonly path: string; readonly where?: Where};

/** Quotes what was typed, without the password that an address may contain. */
export const quoteTyped = (typed: string): string => {
	const text = typed.replace(/\/\/[^/]*@/g, '//***@');
	return text.length > 60 ? `'${text.slice(0, 59)}…'` : `'${text}'`;
};

/** An `Expected` becomes a CliError that names the flag, or the origin of the text. */
function readFlag(
	[name, flag]: readonly [string, Flag],
	texts: readonly string[],
	{path, where = {}}: Source,
): unknown {
	const {label = longName(flag), origin} = where[name] ?? {};
	if (flag.form === 'value' && texts.length > 1)
		throw new CliError('usage', `${label} is given ${texts.length} times`, {hint: 'give it once', origin});
	try {
		return flag.read(texts);
	} catch (error) {
		if (!(error instanceof Expected)) throw error;
		const text = texts.at(-1) ?? '';
		const advice = suggestion(nearNames(text, error.suggest), seeHelp(path));
		throw new CliError('usage', `${label}: expected ${error.message}, not ${quoteTyped(text)}`, {...advice, origin});
	}
}

export function readFlags<F extends Flags>(flags: F, texts: Texts, source: Source): Options<F> {
	const values = Object.entries<Flag>(flags).map(entry => [entry[0], readFlag(entry, texts[entry[0]] ?? [], source)]);
	return Object.fromEntries(values) as Options<F>;
}

export const findWrongFlags = (flags: Flags, texts: Texts, source: Source): readonly (readonly [string, CliError])[] =>
	Object.entries<Flag>(flags).flatMap(entry => {
		const [name] = entry;
		try {
			readFlag(entry, texts[name] ?? [], source);
			return [];
		} catch (error) {
			if (error instanceof CliError) return [[name, error] as const];
			throw error;
		}
	});
