/** What completes a flag's value or an argument in a shell. */
export type Completion =
	| 'file'
	| 'directory'
	| 'property'
	| 'propertyValue'
	| 'profile'
	| 'remoteFile'
	| 'key'
	| 'run'
	| 'expression';

type Face = {
	/** Commander's notation: `--from <date>`, `-n, --lines <n>`, `--totals`, `--no-header`. */
	readonly flags: string;
	readonly summary: string;
	/** The closed set of values, for help, completion and the message about a wrong one. */
	readonly choices?: readonly string[];
	readonly complete?: Completion;
};
type Reader<T> = Face & {
	/** Reads one value; throws a CliError, or `Expected`, which gets the flag's name and the text from the program. */
	readonly parse: (text: string) => T;
};

/** A flag is a value: how it is typed, what it says, and how its texts become a value. */
export type Flag<T = unknown> = Face & {
	readonly form: 'toggle' | 'either' | 'value' | 'repeated';
	/** From the texts in the order typed (none when absent; `true` or `false` for a toggle). */
	readonly read: (texts: readonly string[]) => T;
	/** What stands when nothing was typed, in words, for the help. */
	readonly otherwise?: string;
};
export type Flags = Readonly<Record<string, Flag>>;
export type Options<F extends Flags> = {readonly [Name in keyof F]: ReturnType<F[Name]['read']>};

/** Thrown by a parser: completes the sentence `--limit: expected …, not '-5'`. */
export class Expected extends Error {
	override readonly name = 'Expected';
	/** What stands when the reader of the sentence needs more: near values. */
	readonly suggest: readonly string[];

	constructor(what: string, suggest: readonly string[] = []) {
		super(what);
		this.suggest = suggest;
	}
}

const first = <T>(texts: readonly string[], parse: (text: string) => T) =>
	texts[0] === undefined ? undefined : parse(texts[0]);

/** `--totals`: true when typed. `--no-header`: false when typed. */
export const toggle = (face: Face): Flag<boolean> => ({
	...face,
	form: 'toggle',
	read: ([text]) => (text === undefined ? face.flags.startsWith('--no-') : text === 'true'),
});

/** `--activated` and `--no-activated`: true, false, or undefined when neither was typed. Typed as the first. */
export const either = (face: Face): Flag<boolean | undefined> => ({
	...face,
	form: 'either',
	read: ([text]) => (text === undefined ? undefined : text === 'true'),
});

export const optional = <T>({parse, ...face}: Reader<T>): Flag<T | undefined> => ({
	...face,
	form: 'value',
	read: texts => first(texts, parse),
});

/** `default` is text as the user would type it: one reader, and the help can show it. */
export const withDefault = <T>({parse, default: text, ...face}: Reader<T> & {readonly default: string}): Flag<T> => ({
	...face,
	form: 'value',
	otherwise: text,
	read: texts => parse(texts[0] ?? text),
});

export const required = <T>({parse, ...face}: Reader<T>): Flag<T> => ({
	...face,
	form: 'value',
	read: ([text]) => {
		if (text === undefined) throw new Expected('to be given');
		return parse(text);
	},
});

export const repeated = <T>({parse, ...face}: Reader<T>): Flag<readonly T[]> => ({
	...face,
	form: 'repeated',
	read: texts => texts.map(parse),
});
