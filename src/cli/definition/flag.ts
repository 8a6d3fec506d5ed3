export type Completion =
	| 'file'
	| 'directory'
	| 'property'
	| 'propertyValue'
	| 'profile'
	| 'product'
	| 'remoteFile'
	| 'key'
	| 'run'
	| 'question'
	| 'fingerprint'
	| 'version'
	| 'expression'
	| 'column'
	| 'sql'
	| 'help';

type FlagBase = {
	/** Commander's notation: `--from <date>`, `-n, --lines <n>`, `--totals`, `--no-header`. */
	readonly flags: string;
	readonly summary: string;
	readonly choices?: readonly string[];
	/** A value to name if it is missing; else the first choice or the default. */
	readonly example?: string;
	readonly complete?: Completion;
	readonly heading?: 'Query engine';
	/** Only `help flags`, the reference and completion list the flag. */
	readonly rare?: true;
};
type Parsed<T> = FlagBase & {
	/** Parses one value. Throws a CliError, or `Expected`, to which the caller adds the name of the flag and the text. */
	readonly parse: (text: string) => T;
};

export type Flag<T = unknown> = FlagBase & {
	readonly form: 'toggle' | 'either' | 'value' | 'repeated';
	/** Converts the texts in the order typed: `true` or `false` for a toggle, and none if the flag was not typed. */
	readonly read: (texts: readonly string[]) => T;
	readonly default?: string;
};
export type Flags = Readonly<Record<string, Flag>>;
export type Options<F extends Flags> = {readonly [Name in keyof F]: ReturnType<F[Name]['read']>};

/** Thrown by a parser: completes the sentence `--limit: expected …, not '-5'`. */
export class Expected extends Error {
	override readonly name = 'Expected';
	readonly suggest: readonly string[];

	constructor(what: string, suggest: readonly string[] = []) {
		super(what);
		this.suggest = suggest;
	}
}

const first = <T>(texts: readonly string[], parse: (text: string) => T) =>
	texts[0] === undefined ? undefined : parse(texts[0]);

/** `--totals`: true when typed. `--no-header`: false when typed. */
export const toggle = (base: FlagBase): Flag<boolean> => ({
	...base,
	form: 'toggle',
	read: ([text]) => (text === undefined ? base.flags.startsWith('--no-') : text === 'true'),
});

/** `--activated` and `--no-activated`: true, false, or undefined if neither was typed. `flags` is the first form. */
export const either = (base: FlagBase): Flag<boolean | undefined> => ({
	...base,
	form: 'either',
	read: ([text]) => (text === undefined ? undefined : text === 'true'),
});

export const optional = <T>({parse, ...base}: Parsed<T>): Flag<T | undefined> => ({
	...base,
	form: 'value',
	read: texts => first(texts, parse),
});

/** `default` is text as the user would type it, which the help shows. */
export const withDefault = <T>({parse, default: text, ...base}: Parsed<T> & {readonly default: string}): Flag<T> => ({
	...base,
	form: 'value',
	default: text,
	read: texts => parse(texts[0] ?? text),
});

export const repeated = <T>({parse, ...base}: Parsed<T>): Flag<readonly T[]> => ({
	...base,
	form: 'repeated',
	read: texts => texts.map(parse),
});

/** `--country US,DE --country AT`: the values of all lists. */
export const repeatedList = <T>({parse, ...base}: Parsed<readonly T[]>): Flag<readonly T[]> => ({
	...base,
	form: 'repeated',
	read: texts => texts.flatMap(parse),
});

type Spelled = Pick<Flag, 'flags' | 'form'>;

export const longName = ({flags}: Pick<Flag, 'flags'>): string => /--[\w-]+/.exec(flags)?.[0] ?? flags;

/** Lists every way to type a flag: `-p` and `--product`; `--activated` and `--no-activated`. */
export function spellingsOf({flags, form}: Spelled): readonly string[] {
	const names = [...flags.matchAll(/(?:^|\s)(--?[\w-]+)/g)].map(([, name = '']) => name);
	return form === 'either' ? [...names, ...names.map(name => name.replace(/^--/, '--no-'))] : names;
}

export const takesValue = ({form}: Pick<Flag, 'form'>): boolean => form === 'value' || form === 'repeated';
