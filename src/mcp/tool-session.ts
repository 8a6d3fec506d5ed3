import type {Context} from '../cli/definition/command.ts';
import {getTakenFlags, type Takes} from '../cli/definition/globals.ts';
import type {Line} from '../lines/checked-line.ts';
import {formatCommandLine, serviceWords} from '../lines/line-words.ts';
import type {Dataset} from '../output/dataset.ts';
import {createNdjson} from '../output/formats/json-format.ts';
import {plainOptions} from '../output/renderer.ts';
import type {Progress} from '../ports.ts';
import {type BufferedRows, bufferRows, createPageLines, type Page} from './row-buffer.ts';
import {type About, type DataMarks, objectAnswer, rowsAnswer, textAnswer} from './tool-answer.ts';

export type CommandLine = {
	readonly words: readonly string[];
	/** The line of a question file that the words name: it runs instead of them. */
	readonly line?: Line | undefined;
	/** `text` is marked as untrusted data, `own text` is not. */
	readonly form: 'rows' | 'object' | 'text' | 'own text';
	readonly page?: Partial<Page>;
	/** Advice for narrowing the request, in the arguments of the tool. */
	readonly narrow?: string;
	readonly stdin?: string;
};

export type CallParts = {
	readonly context: Context;
	readonly marks: DataMarks;
	readonly maxRows: number;
	/** Returns the global flags that the command of a line takes. */
	readonly takesOf: (words: readonly string[]) => Promise<Takes>;
	readonly signal: AbortSignal;
	readonly progress: Progress;
	/** Receives each command line before it runs. */
	readonly onLine: (asked: string) => void;
};

type Asked = Pick<CommandLine, 'words' | 'line'>;

/** A call names its product; a question file names the products of its questions. */
const hasProduct = ({words, line}: Asked) =>
	words[0] === 'questions' ||
	(line ? line.texts.product !== undefined : words.some(word => word.startsWith('--product=')));

/** The flags that choose the service; a call that has a product overrides the default one. */
async function formatAsked(asked: Asked, {context: {globals}, takesOf}: Pick<CallParts, 'context' | 'takesOf'>) {
	const hasOwn = hasProduct(asked) || !getTakenFlags(await takesOf(asked.words)).product;
	return formatCommandLine([...serviceWords({globals: hasOwn ? {...globals, products: []} : globals}), ...asked.words]);
}

async function run(
	{form, stdin = '', ...line}: CommandLine,
	{context, takesOf, signal, progress, onLine}: CallParts,
	onRows?: (data: Dataset) => Promise<number>,
): Promise<About & {readonly text: string}> {
	const asked = await formatAsked(line, {context, takesOf});
	onLine(asked);
	let text = '';
	let messages = '';
	const exit = await context.runLine(line.line ?? line.words, {
		// Charts, like tables, are for people.
		texts: {
			output: [form === 'text' ? 'table' : 'json'],
			input: ['false'],
			...(hasProduct(line) ? {product: []} : {}),
		},
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
		isReadOnly: context.isReadOnly,
		shared: context,
	});
	const lines = messages.split('\n').filter(line => line !== '');
	const isQuoted = line.line !== undefined;
	return {asked, isQuoted, text, messages: lines.map(line => line.replace(/^note: /, '')), exit};
}

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

async function readAll(data: Dataset) {
	const toText = createNdjson(data.columns, plainOptions).block;
	const lines: string[] = [];
	for await (const rows of data.blocks) for (const row of rows) lines.push(toText([row]).trimEnd());
	return {lines, total: data.total?.() ?? lines.length, summary: data.summary?.()};
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

/** Returns the functions that a tool uses during one call. Every answer is limited in size. All functions throw CliError. */
export function createToolSession(parts: CallParts) {
	const {marks, maxRows} = parts;
	const aboutLine = async (words: readonly string[]) => {
		const asked = await formatAsked({words}, parts);
		parts.onLine(asked);
		return {asked, messages: [], exit: 0};
	};
	return {
		maxRows,
		answer: (line: CommandLine) => answer(line, parts),
		/** Runs a command line for the tool itself and returns all its rows, their number and their summary. */
		read: async (line: CommandLine) => (await runRows(line, readAll, parts)).rows ?? {total: 0, lines: [], summary: ''},
		/** Answers with lines of JSON; `also` is added to the head. */
		answerRows: async (
			words: readonly string[],
			all: readonly string[],
			{page, narrow = 'request less', also}: {readonly page: Page; readonly narrow?: string; readonly also?: object},
		) => {
			const {offset, limit} = page;
			const {lines, add} = createPageLines(limit);
			for (const line of all.slice(offset)) add(() => line);
			return rowsAnswer(
				{total: all.length, lines, sums: {}},
				{...(await aboutLine(words)), offset, narrow, also},
				marks,
			);
		},
		/** Answers with the rows of a saved result, whose command line others may have written. */
		answerDataset: async (
			words: readonly string[],
			data: Dataset,
			{page, messages}: {readonly page: Page; readonly messages: readonly string[]},
		) => {
			const rows = await bufferRows(data, page);
			return rowsAnswer(
				rows,
				{...(await aboutLine(words)), isQuoted: true, messages, offset: page.offset, narrow: 'a smaller limit'},
				marks,
			);
		},
		answerText: async (words: readonly string[], text: string, offset = 0) =>
			textAnswer(text, {...(await aboutLine(words)), offset}),
	};
}

export type ToolSession = ReturnType<typeof createToolSession>;
