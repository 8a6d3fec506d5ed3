import type {Context} from '../cli/definition/command.ts';
import {lineOf, serviceWords} from '../cli/definition/line-words.ts';
import type {Dataset} from '../output/dataset.ts';
import {createNdjson} from '../output/formats/json-format.ts';
import {plainOptions} from '../output/renderer.ts';
import type {Progress} from '../ports.ts';
import {type BufferedRows, bufferRows, createPageLines, type Page} from './row-buffer.ts';
import {type About, type DataMarks, objectAnswer, rowsAnswer, textAnswer} from './tool-answer.ts';

/** A command line that a tool runs. */
export type CommandLine = {
	/** Without the flags that say which service is asked. */
	readonly words: readonly string[];
	/** `rows` if the command has rows; `text` is marked as data of others, `own text` is not. */
	readonly form: 'rows' | 'object' | 'text' | 'own text';
	readonly page?: Partial<Page>;
	/** Advice on asking for less, in the arguments of the tool. */
	readonly narrow?: string;
	readonly stdin?: string;
};

export type CallParts = {
	readonly context: Context;
	readonly marks: DataMarks;
	readonly maxRows: number;
	/** Aborts this call only. */
	readonly signal: AbortSignal;
	readonly progress: Progress;
	/** Receives each command line before it runs. */
	readonly onLine: (asked: string) => void;
};

/** The settings that were typed when the server was started, for lines that read them anew. */
function typedWords({settings, globals}: Context): readonly string[] {
	const values = Object.entries(settings.values).filter(
		([name, {origin}]) => origin === 'flag' && !['product', 'output'].includes(name),
	);
	return [
		...values.flatMap(([name, {texts}]) => texts.map(text => (text === 'true' ? `--${name}` : `--${name}=${text}`))),
		...(globals.today === undefined ? [] : [`--today=${globals.today}`]),
	];
}

const hasProduct = (words: readonly string[]) => words.some(word => word.startsWith('--product='));

/** The flags for the service; a call that names its product asks for no other. */
const baseWords = ({globals}: Context, words: readonly string[]) =>
	serviceWords({globals: hasProduct(words) ? {...globals, products: []} : globals});

/** Runs a command line in the session that all calls share; returns what it wrote. */
async function run(
	{words, form, stdin = ''}: CommandLine,
	{context, signal, progress, onLine}: CallParts,
	onRows?: (data: Dataset) => Promise<number>,
): Promise<About & {readonly text: string}> {
	const base = baseWords(context, words);
	const asked = lineOf([...base, ...words]);
	onLine(asked);
	let text = '';
	let messages = '';
	// A chart is for people, as tables are.
	const output = `--output=${form === 'text' ? 'table' : 'json'}`;
	const exit = await context.runLine([...base, ...typedWords(context), output, '--no-input', ...words], {
		onOutput: chunk => {
			text += chunk;
		},
		onMessage: chunk => {
			messages += chunk;
		},
		...(onRows ? {onRows} : {}),
		stdin,
		progress,
		signal,
		shared: context,
	});
	return {asked, text, messages: messages.split('\n').filter(line => line !== ''), exit};
}

/** Runs a command line with rows, which `read` gets. */
async function runRows<T extends {readonly total: number}>(
	line: CommandLine,
	read: (data: Dataset) => Promise<T>,
	parts: CallParts,
) {
	let rows: T | undefined;
	const about = await run(line, parts, async data => {
		rows = await read(data);
		return rows.total;
	});
	return {about, rows};
}

const noRows: BufferedRows = {total: 0, lines: [], sums: {}};

/** All rows, as lines of JSON. */
async function readAll(data: Dataset) {
	const toText = createNdjson(data.columns, plainOptions).block;
	const lines: string[] = [];
	for await (const rows of data.blocks) for (const row of rows) lines.push(toText([row]).trimEnd());
	return {lines, total: data.total?.() ?? lines.length};
}

async function answer(line: CommandLine, parts: CallParts): Promise<string> {
	const {marks, maxRows} = parts;
	const {form, page, narrow = 'request less'} = line;
	const offset = page?.offset ?? 0;
	if (form === 'rows') {
		const wanted = {offset, limit: maxRows, ...page};
		const {about, rows = noRows} = await runRows(line, data => bufferRows(data, wanted), parts);
		return rowsAnswer(rows, {...about, offset, narrow}, marks);
	}
	const {text, ...about} = await run(line, parts);
	if (form === 'object') return objectAnswer(text, about, marks);
	return textAnswer(text, {...about, offset}, form === 'text' ? marks : undefined);
}

/** Gives a tool the functions of one call. Every answer is limited. All functions throw CliError. */
export function createToolSession(parts: CallParts) {
	const {context, marks, maxRows} = parts;
	const aboutLine = (words: readonly string[]) => {
		const asked = lineOf([...baseWords(context, words), ...words]);
		parts.onLine(asked);
		return {asked, messages: [], exit: 0};
	};
	return {
		maxRows,
		/** Runs a command line and returns the answer. */
		answer: (line: CommandLine) => answer(line, parts),
		/** Runs a command line for the tool itself: returns all its rows, how many there are, and what was said beside them. */
		read: async (line: CommandLine) => {
			const {about, rows} = await runRows(line, readAll, parts);
			return {total: rows?.total ?? 0, lines: rows?.lines ?? [], messages: about.messages};
		},
		/** The answer of rows that the tool has as lines of JSON; `also` stands in its head. */
		answerRows: (
			words: readonly string[],
			all: readonly string[],
			{page, narrow = 'request less', also}: {readonly page: Page; readonly narrow?: string; readonly also?: object},
		) => {
			const {offset, limit} = page;
			const {lines, add} = createPageLines(limit);
			for (const line of all.slice(offset)) add(() => line);
			return rowsAnswer({total: all.length, lines, sums: {}}, {...aboutLine(words), offset, narrow, also}, marks);
		},
		/** The answer of rows that were asked before, and what was said beside them. */
		answerDataset: async (
			words: readonly string[],
			data: Dataset,
			{page, messages}: {readonly page: Page; readonly messages: readonly string[]},
		) => {
			const rows = await bufferRows(data, page);
			return rowsAnswer(rows, {...aboutLine(words), messages, offset: page.offset, narrow: 'a smaller limit'}, marks);
		},
		/** The answer of our own text. */
		answerText: (words: readonly string[], text: string, offset = 0) => textAnswer(text, {...aboutLine(words), offset}),
	};
}

export type ToolSession = ReturnType<typeof createToolSession>;
