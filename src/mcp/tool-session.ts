import type {Context} from '../cli/definition/command.ts';
import {lineOf, serviceWords} from '../cli/definition/line-words.ts';
import type {Dataset} from '../output/dataset.ts';
import {createNdjson} from '../output/formats/json-format.ts';
import {plainOptions} from '../output/renderer.ts';
import type {Progress} from '../ports.ts';
import {maxAnswerBytes, maxHeadBytes} from './answer-limits.ts';
import {type TakenRows, takeRows} from './row-buffer.ts';
import type {Desk, Line} from './tool.ts';
import {type About, objectAnswer, rowsAnswer, textAnswer} from './tool-answer.ts';
import type {Fence} from './untrusted.ts';

/** What a call has of its own. */
export type CallParts = {
	readonly context: Context;
	readonly fence: Fence;
	readonly maxRows: number;
	/** Aborts this call only. */
	readonly signal: AbortSignal;
	readonly progress: Progress;
	/** Sees each command line before it runs. */
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

/** Runs a command line with a session in common; returns what it wrote. */
async function run(
	{words, form, stdin = ''}: Line,
	parts: CallParts,
	onRows?: (data: Dataset) => Promise<number>,
): Promise<About & {readonly text: string}> {
	const {context, signal, progress, onLine} = parts;
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

/** Runs a line with rows, which `take` gets. */
async function runRows<T extends {readonly total: number}>(
	line: Line,
	take: (data: Dataset) => Promise<T>,
	parts: CallParts,
) {
	const taken: T[] = [];
	const onRows = async (data: Dataset) => {
		const found = await take(data);
		taken.push(found);
		return found.total;
	};
	return {about: await run(line, parts, onRows), taken: taken[0]};
}

const none: TakenRows = {total: 0, lines: [], sums: {}};

/** All rows, as lines of JSON. */
async function readAll(data: Dataset) {
	const toText = createNdjson(data.columns, plainOptions).block;
	const lines: string[] = [];
	for await (const rows of data.blocks) for (const row of rows) lines.push(toText([row]).trimEnd());
	return {lines, total: data.total?.() ?? lines.length};
}

async function answer(line: Line, parts: CallParts): Promise<string> {
	const {fence, maxRows} = parts;
	const {form, page, narrow = 'ask for less'} = line;
	const offset = page?.offset ?? 0;
	if (form === 'rows') {
		const wanted = {offset, limit: maxRows, ...page};
		const {about, taken = none} = await runRows(line, data => takeRows(data, wanted), parts);
		return rowsAnswer(taken, {...about, offset, narrow}, fence);
	}
	const {text, ...about} = await run(line, parts);
	if (form === 'object') return objectAnswer(text, about, fence);
	return textAnswer(text, {...about, offset}, form === 'text' ? fence : undefined);
}

/** As many lines as an answer has room for. */
function keepRoom(lines: readonly string[], maxRows: number): readonly string[] {
	let room = maxAnswerBytes - maxHeadBytes;
	const end = lines.findIndex(line => {
		room -= Buffer.byteLength(line) + 1;
		return room < 0;
	});
	return lines.slice(0, Math.min(end < 0 ? lines.length : end, maxRows));
}

/** What a tool may use in one call. */
export function createDesk(parts: CallParts): Desk {
	const {context, fence, maxRows} = parts;
	const about = (words: readonly string[]) => {
		const asked = lineOf([...baseWords(context, words), ...words]);
		parts.onLine(asked);
		return {asked, messages: [], exit: 0};
	};
	return {
		maxRows,
		answer: line => answer(line, parts),
		read: async line => {
			const {about, taken} = await runRows(line, readAll, parts);
			return {total: taken?.total ?? 0, lines: taken?.lines ?? [], messages: about.messages};
		},
		rows: (words, lines, {page: {offset, limit}, narrow = 'ask for less', also}) => {
			const shown = {total: lines.length, lines: keepRoom(lines.slice(offset), limit), sums: {}};
			return rowsAnswer(shown, {...about(words), offset, narrow, also}, fence);
		},
		dataset: async (words, data, {page, messages}) => {
			const {offset} = page;
			const taken = await takeRows(data, page);
			return rowsAnswer(taken, {...about(words), messages, offset, narrow: 'a smaller limit'}, fence);
		},
		text: (words, text, offset = 0) => textAnswer(text, {...about(words), offset}),
	};
}
