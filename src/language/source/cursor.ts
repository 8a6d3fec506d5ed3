import type {LanguageContext} from '../language-context.ts';
import type {Catalog, Target} from '../properties/catalog.ts';
import type {Code} from './error-codes.ts';
import type {LatestExpectations, Wanted} from './expectation.ts';
import {type Advice, fail, type Remark} from './expression-error.ts';
import type {Source, Span} from './source-text.ts';

/**
 * Characters that end a bare word: spaces, parentheses, quotes, operators, and characters special to shells
 * (docs/language.md#characters).
 */
const notBare = '\\s(),\'"`<>=~!&|;$\\\\?\\[\\]{}^\u2018-\u201F';
const bareWord = new RegExp(`[^${notBare}]+`, 'y');
const isBare = new RegExp(`[^${notBare}]`);
const newline = /[\r\n]/;
/** `#` begins a comment only at the start of a word, so not in `ram#1`. */
const blanks = /(?:[ \t\u00A0]+|(?<![^\s(),])#[^\r\n]*)*/y;
const lines = /(?:[ \t\u00A0\r\n]+|(?<![^\s(),])#[^\r\n]*)*/y;

const maxDepth = 100;

export type Setting = {
	readonly catalog: Catalog;
	readonly context: LanguageContext;
	readonly warnings: Remark[];
	readonly expectations?: LatestExpectations;
};

/** A position in a source. It only moves forward, and it is the parser's only state. */
export class Cursor {
	readonly source: Source;
	readonly text: string;
	readonly setting: Setting;
	at = 0;
	#open: number[] = [];

	constructor(source: Source, setting: Setting) {
		this.source = source;
		this.text = source.text;
		this.setting = setting;
	}

	/** The current character, or '' at the end. */
	get char(): string {
		return this.text[this.at] ?? '';
	}
	get restOfLine(): string {
		const [line = ''] = this.text.slice(this.at).split(/[\r\n]/, 1);
		return line.trimEnd();
	}
	get atEnd(): boolean {
		return this.at >= this.text.length;
	}
	get atNewline(): boolean {
		return newline.test(this.char);
	}
	get atBare(): boolean {
		return isBare.test(this.char);
	}

	/** Skips spaces and comments, and inside parentheses also newlines. */
	skip(): this {
		this.at = this.#open.length > 0 ? this.afterLines() : this.afterBlanks();
		return this;
	}
	skipLines(): this {
		this.at = this.afterLines();
		return this;
	}
	#endOf(pattern: RegExp, at: number): number {
		pattern.lastIndex = at;
		return pattern.test(this.text) ? pattern.lastIndex : at;
	}

	/** Returns '' if there is none. Does not move. */
	word(at = this.at): string {
		return this.text.slice(at, this.#endOf(bareWord, at));
	}
	readWord(): string {
		const word = this.word();
		this.at += word.length;
		return word;
	}
	/** Reads the bare word if it is one of these words in any case, and returns it in lower case. */
	take<W extends string>(...words: readonly W[]): W | undefined {
		const word = this.word();
		const found = words.find(item => item === word.toLowerCase());
		if (found) this.at += word.length;
		return found;
	}
	match(pattern: RegExp): string | undefined {
		const end = this.#endOf(pattern, this.at);
		if (end === this.at) return undefined;
		const found = this.text.slice(this.at, end);
		this.at = end;
		return found;
	}
	eat(char: string): boolean {
		if (this.char !== char) return false;
		this.at++;
		return true;
	}
	afterBlanks(at = this.at): number {
		return this.#endOf(blanks, at);
	}
	afterLines(at = this.at): number {
		return this.#endOf(lines, at);
	}

	/** Reads `(` if it is next. Newlines then count as spaces until the matching `close`. */
	open(): boolean {
		if (this.char !== '(') return false;
		if (this.#open.length >= maxDepth) {
			this.fail('too-deep', `parentheses nest deeper than ${maxDepth}`, {help: 'use fewer nested parentheses'});
		}
		this.#open.push(this.at++);
		this.skipLines();
		return true;
	}
	close(rejectOther: () => never): void {
		this.skipLines();
		const start = this.#open.at(-1) ?? 0;
		if (this.atEnd) {
			const help = "close it with ')'; a value that contains parentheses needs quotes";
			this.fail('unclosed-paren', "this '(' is never closed", {help}, this.span(start, start + 1));
		}
		if (this.char !== ')') rejectOther();
		this.#open.pop();
		this.at++;
	}
	/** Reads a comma and the spaces and newlines around it, if it is next. */
	comma(): boolean {
		const next = this.afterLines();
		if (this.text[next] !== ',') return false;
		this.at = next + 1;
		this.skipLines();
		return true;
	}
	get depth(): number {
		return this.#open.length;
	}

	span(start: number, end = this.at): Span {
		return {source: this.source, start, end: Math.max(start, end)};
	}
	here(length: number): Span {
		return this.span(this.at, this.at + length);
	}
	/** The last non-space character before the cursor, where messages put something missing. */
	get last(): Span {
		const at = Math.max(0, this.text.slice(0, this.at).trimEnd().length - 1);
		return this.span(at, at + 1);
	}
	failMissing(what: string, advice: Advice): never {
		const before = /(?:[A-Za-z]+|[<>=]?[=~]|.)\s*$/s
			.exec(this.text.slice(Math.max(0, this.at - 40), this.at))?.[0]
			.trimEnd();
		this.fail('expected-value', `${what} is missing${before ? ` after '${before}'` : ''}`, advice, this.last);
	}
	fail(code: Code, message: string, advice: Advice = {}, span = this.here(1)): never {
		return fail(span, code, message, advice);
	}
	warn(code: string, message: string, span: Span): void {
		this.setting.warnings.push({code, message, span});
	}
	expects(what: Wanted, target?: Target, category?: string | null): void {
		this.setting.expectations?.add({at: this.at, what, target, category});
	}
}
