import {Client, type ClientOptions, type Transport} from '@modelcontextprotocol/client';
import {onTestFinished} from 'vitest';
import {type Ended, type Setup, usagectl} from '../../support/program/usagectl.ts';

/** The revisions of the protocol that the server speaks: that of `initialize`, and that of `server/discover`. */
export const eras = ['legacy', 'auto'] as const;
type Era = (typeof eras)[number];

type Options = Setup & {
	readonly era?: Era;
	readonly client?: ClientOptions;
	/** Makes the client ready before it connects. */
	readonly prepare?: (client: Client) => void;
};

/** What one side writes and the other reads as it comes. */
function createPipe() {
	const chunks: Uint8Array[] = [];
	let wake: () => void = () => {};
	let isOpen = true;
	return {
		write: (text: string) => {
			chunks.push(Buffer.from(text));
			wake();
		},
		end: () => {
			isOpen = false;
			wake();
		},
		read: async function* () {
			while (true) {
				const chunk = chunks.shift();
				if (chunk) yield chunk;
				else if (!isOpen) return;
				else
					await new Promise<void>(resolve => {
						wake = resolve;
					});
			}
		},
	};
}

export type Called = {readonly text: string; readonly isError: boolean};

/** The real program in this process, driven by the client package of the protocol. */
export async function connected(
	line: string | readonly string[],
	{era = 'legacy', client: options, prepare, ...setup}: Options = {},
) {
	const stdin = createPipe();
	const lines: string[] = [];
	let rest = '';
	const transport: Transport = {
		start: async () => {},
		send: async message => stdin.write(`${JSON.stringify(message)}\n`),
		close: async () => {
			stdin.end();
			transport.onclose?.();
		},
	};
	const onOutput = (text: string) => {
		const parts = (rest + text).split('\n');
		rest = parts.pop() ?? '';
		for (const part of parts) {
			lines.push(part);
			transport.onmessage?.(JSON.parse(part));
		}
	};
	const ended = usagectl(line, {limit: 120_000, ...setup, chunks: stdin.read(), onOutput});
	// What it throws is for the one who awaits it.
	ended.catch(() => {});
	const client = new Client(
		{name: 'test', version: '1.0.0'},
		{...options, versionNegotiation: {mode: era, ...options?.versionNegotiation}},
	);
	prepare?.(client);
	const close = async (): Promise<Ended> => {
		await client.close();
		return ended;
	};
	onTestFinished(async () => {
		await close();
	});
	await client.connect(transport);
	const call = async (name: string, args: object = {}): Promise<Called> => {
		const result = await client.callTool({name, arguments: {...args}});
		const [first] = result.content as {readonly text: string}[];
		return {text: first?.text ?? '', isError: result.isError === true};
	};
	return {client, call, close, ended, lines, write: stdin.write};
}

/** The parts of an answer: its head, what is said before the rows, the rows. */
export function parse(text: string) {
	const [first = '', ...others] = text.split('\n');
	const head = JSON.parse(first);
	const isFenced = /^<data [\da-f]{8}: /.test(others[0] ?? '');
	const inside = isFenced ? others.slice(1, -1) : others;
	const about = /^\{"(?:asked|title|notes|sums)":/.test(inside[0] ?? '') ? JSON.parse(inside[0] ?? '') : {};
	const rows = Object.keys(about).length > 0 ? inside.slice(1) : inside;
	return {head, about, rows, isFenced, last: others.at(-1)};
}
