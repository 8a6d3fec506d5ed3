import type {Mask} from '../../client/mask.ts';
import type {CliError} from '../../errors.ts';
import type {Line, Texts} from '../../lines/checked-line.ts';
import type {Ports, Sink} from '../../ports.ts';
import type {InnerRun} from '../definition/command.ts';
import type {CommandTree} from '../find/command-tree.ts';
import {reportFailure} from './report-failure.ts';

export type Run = {
	readonly tree: CommandTree;
	readonly ports: Ports;
	readonly mask: Mask;
	readonly reportError: (error: CliError) => Promise<void>;
	readonly inner: InnerRun;
};

export const createMaskedSink = (sink: Sink, mask: Mask): Sink => ({
	get isTTY() {
		return sink.isTTY;
	},
	columns: () => sink.columns(),
	write: chunk => sink.write(typeof chunk === 'string' ? mask.text(chunk) : chunk),
});

const createTextSink = (onText: (text: string) => void): Sink => ({
	isTTY: false,
	columns: () => 80,
	write: async chunk => onText(chunk.toString()),
});

const createTextInput = (text: string): Ports['stdin'] => ({
	isTTY: false,
	chunks: async function* () {
		yield Buffer.from(text);
	},
});

/** A failure is reported as the flags say, even if the line has errors. */
const styleWords = ({sandbox = [], output = []}: Texts) => [
	...sandbox.map(() => '--sandbox'),
	...output.map(format => `--output=${format}`),
];

export function createInnerRun({tree, mask, ports}: Run, line: readonly string[] | Line, inner: InnerRun): Run {
	const {onOutput, onMessage, stdin, signal, texts = {}} = inner;
	const innerPorts: Ports = {
		...ports,
		...(onOutput ? {stdout: createTextSink(onOutput)} : {}),
		...(onMessage ? {stderr: createMaskedSink(createTextSink(onMessage), mask)} : {}),
		...(stdin === undefined ? {} : {stdin: createTextInput(stdin)}),
		...(signal ? {signal: AbortSignal.any([ports.signal, signal])} : {}),
	};
	return {
		tree,
		mask,
		ports: innerPorts,
		reportError: error => reportFailure(error, [...styleWords(texts), ...('path' in line ? [] : line)], innerPorts),
		inner,
	};
}
