import type {Argument, Command} from '../../cli/definition/command.ts';
import type {Flag, Flags} from '../../cli/definition/flag.ts';
import type {CommandTree} from '../../cli/find/command-tree.ts';
import {parseWords} from '../../cli/parse/parse-words.ts';
import type {Texts} from '../../lines/checked-line.ts';

/** A completion of the last word. The texts `:file` and `:directory` make the shell complete paths. */
export type Candidate = {
	readonly text: string;
	readonly summary: string;
	/** More may follow in the same word, so no space is added. */
	readonly open?: boolean;
};

export type Lookup = {
	/** Names from earlier responses, by heading: `values os.version`, `files exceptions`, `events`. */
	readonly known: (heading: string) => Promise<readonly string[]>;
	readonly profiles: () => Promise<readonly string[]>;
	/** Names of the sandbox's products, if the line uses the sandbox. */
	readonly products: () => Promise<readonly Candidate[]>;
	readonly runs: () => Promise<readonly Candidate[]>;
	readonly questions: () => Promise<readonly Candidate[]>;
	/** Crash groups of archive folders. */
	readonly fingerprints: (paths: readonly string[]) => Promise<readonly Candidate[]>;
	/** Versions of the crash reports in archive folders. */
	readonly versions: (paths: readonly string[]) => Promise<readonly string[]>;
};

export type CompletionContext = {
	readonly tree: CommandTree;
	readonly lookup: Lookup;
	readonly today: string;
	/** Empty if no command is named. */
	readonly path: string;
	readonly command: Command | undefined;
	/** The flags of the command, including the global ones. */
	readonly flags: Flags;
	readonly rest: readonly string[];
	/** The words of `rest` that are arguments. */
	readonly args: readonly string[];
};

/** The flag whose value the last word is, or the argument that it is. */
export type Spec = Pick<Argument, 'choices' | 'complete'> & {readonly flag?: Flag};

export const plain = (texts: readonly string[], summary = ''): Candidate[] => texts.map(text => ({text, summary}));
export const open = (texts: readonly string[], summary = ''): Candidate[] =>
	texts.map(text => ({text, summary, open: true}));

export const typedTexts = ({flags, rest, path}: CompletionContext): Texts => parseWords(rest, {path, flags}).texts;
