import {randomBytes} from 'node:crypto';
import {Readable, Writable} from 'node:stream';
import {StdioServerTransport, serveStdio} from '@modelcontextprotocol/server/stdio';
import type {Context} from '../cli/definition/command.ts';
import type {CommandTree} from '../cli/find/command-tree.ts';
import {locate} from '../cli/find/locate.ts';
import {saveCompiledCode} from '../files/compiled-code.ts';
import {createCallQueue} from './call-queue.ts';
import {createServer} from './mcp-server.ts';
import {topicResources} from './resources.ts';
import {createDataMarks} from './tool-answer.ts';
import {createQuestionResource} from './tools/run-saved.ts';
import {createTools, type ServeOptions} from './tools/tool-list.ts';

const maxCalls = 4;

/** Less than the transport accepts, which closes the connection without an answer. */
const maxLineBytes = 8 * 2 ** 20;
/** JSON-RPC 2.0, 5.1. */
const invalidRequest = -32_600;

/** Serves until the client closes its end or the run is stopped. */
export async function serve(tree: CommandTree, options: ServeOptions, context: Context): Promise<void> {
	const {terminal, signal} = context;
	const tools = await createTools(tree, options, context);
	const onError = (error: Error) => void context.detail(`protocol: ${context.mask.text(error.message)}`);
	const queue = createCallQueue(maxCalls, () => void context.renewSandbox().catch(onError));
	const marks = createDataMarks(randomBytes(4).toString('hex'));
	const resources = [...topicResources, createQuestionResource({options: options.questions, context, marks})];
	const takesOf = async (words: readonly string[]) => (await locate(tree, words).entry?.load())?.takes ?? [];
	const parts = {context, takesOf, tools, resources, marks, maxRows: options.maxRows, queue};
	const reportLong = async () => {
		const message = `a message is longer than ${maxLineBytes / 2 ** 20} MiB and was ignored`;
		await context.note(message);
		const answer = {jsonrpc: '2.0', id: null, error: {code: invalidRequest, message}};
		await terminal.stdout.write(`${JSON.stringify(answer)}\n`);
	};
	const input = Readable.from(withoutLongLines(terminal.stdin.chunks(), maxLineBytes, reportLong), {objectMode: false});
	const output = new Writable({
		write: (chunk: Buffer, _encoding, done) => {
			terminal.stdout.write(chunk).then(() => done(), done);
		},
	});
	// The sandbox starts during the client's handshake; the first call that needs it reports a failure.
	const sandboxStarted = context.sandbox?.().catch(() => {});
	const transport = new StdioServerTransport(input, output);
	const server = serveStdio(() => createServer(parts), {transport, onerror: onError});
	const closed = new Promise<void>(resolve => {
		// The client closed its end, or a message is too long.
		const {onclose} = transport;
		transport.onclose = () => {
			onclose?.();
			resolve();
		};
		output.once('close', resolve);
	});
	// Clients kill their servers.
	void Promise.resolve(sandboxStarted).then(saveCompiledCode);
	const stopped = new Promise<void>(resolve => signal.addEventListener('abort', () => resolve(), {once: true}));
	await Promise.race([closed, stopped]);
	await server.close();
	input.destroy();
	await queue.ended();
	signal.throwIfAborted();
}

const lineFeed = 10;

function* cutAfterLines(chunk: Uint8Array): Generator<Uint8Array> {
	for (let from = 0; from < chunk.length; ) {
		const end = chunk.indexOf(lineFeed, from) + 1 || chunk.length;
		yield chunk.subarray(from, end);
		from = end;
	}
}

/** Yields the lines of the chunks, without those that are longer than `maxBytes`; calls `onLong` once for each. */
async function* withoutLongLines(
	chunks: AsyncIterable<Uint8Array>,
	maxBytes: number,
	onLong: () => Promise<void>,
): AsyncGenerator<Uint8Array> {
	let begun: Uint8Array[] = [];
	let length = 0;
	const add = async (part: Uint8Array) => {
		const before = length;
		length += part.length;
		if (length <= maxBytes) begun.push(part);
		else if (before <= maxBytes) {
			begun = [];
			await onLong();
		}
	};
	for await (const chunk of chunks)
		for (const part of cutAfterLines(chunk)) {
			await add(part);
			if (part.at(-1) !== lineFeed) continue;
			yield* begun;
			begun = [];
			length = 0;
		}
	yield* begun;
}
