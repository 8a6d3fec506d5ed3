import type {Argument, Command} from '../../cli/definition/command.ts';
import type {Flag, Flags} from '../../cli/definition/flag.ts';
import type {CommandTree} from '../../cli/find/command-tree.ts';
import {parseWords} from '../../cli/parse/parse-words.ts';
import type {Texts} from '../../cli/parse/read-flags.ts';

/** A completion of the last word; with a `text` of `:file` or `:directory` the shell completes paths. */
export type Candidate = {
	readonly text: string;
	readonly summary: string;
	/** More may follow in the same word. */
	readonly open?: boolean;
};

/** Reads names from the files of this machine. */
export type Lookup = {
	/** Names that answers of the service contained: `values os.version`, `files exceptions`, `events`. */
	readonly known: (heading: string) => Promise<readonly string[]>;
	readonly profiles: () => Promise<readonly string[]>;
	readonly runs: () => Promise<readonly Candidate[]>;
	/** Questions of the file that is named or found. */
	readonly questions: () => Promise<readonly Candidate[]>;
};

/** The command line before its last word. */
export type CompletionContext = {
	readonly tree: CommandTree;
	readonly lookup: Lookup;
	readonly today: string;
	/** The path of the command; empty when none is named. */
	readonly path: string;
	readonly command: Command | undefined;
	/** The flags that it takes, the global ones among them. */
	readonly flags: Flags;
	/** The words after the path. */
	readonly rest: readonly string[];
	/** Those of them that are arguments. */
	readonly args: readonly string[];
};

/** The place of the last word: the value of a flag, or an argument. */
export type Spec = Pick<Argument, 'choices' | 'complete'> & {readonly flag?: Flag};

export const plain = (texts: readonly string[], summary = ''): Candidate[] => texts.map(text => ({text, summary}));
export const open = (texts: readonly string[], summary = ''): Candidate[] =>
	texts.map(text => ({text, summary, open: true}));

/** The texts typed for each flag so far. */
export const typedTexts = ({flags, rest, path}: CompletionContext): Texts => parseWords(rest, {path, flags}).texts;
