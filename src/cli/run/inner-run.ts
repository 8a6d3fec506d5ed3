import type {Mask} from '../../client/mask.ts';
import type {CliError} from '../../errors.ts';
import type {Ports, Sink} from '../../ports.ts';
import type {InnerRun} from '../definition/command.ts';
import type {CommandTree} from '../find/command-tree.ts';
import {reportFailure} from './report-failure.ts';

/** The tree, the ports and the messages of a running command line. */
export type Run = {
	readonly tree: CommandTree;
	readonly ports: Ports;
	/** Hides secrets in everything that is written to stderr. */
	readonly mask: Mask;
	/** Prints an error on stderr. */
	readonly reportError: (error: CliError) => Promise<void>;
	/** Empty for the outermost line. */
	readonly inner: InnerRun;
};

/** Masks secrets in everything that is written. */
export const createMaskedSink = (sink: Sink, mask: Mask): Sink => ({
	get isTTY() {
		return sink.isTTY;
	},
	columns: () => sink.columns(),
	write: chunk => sink.write(typeof chunk === 'string' ? mask.text(chunk) : chunk),
});

/** Passes text on in place of a stream. */
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

/** Creates the run of a nested command line. */
export function createInnerRun({tree, mask, ports}: Run, words: readonly string[], inner: InnerRun): Run {
	const {onOutput, onMessage, stdin, signal} = inner;
	const innerPorts: Ports = {
		...ports,
		...(onOutput ? {stdout: createTextSink(onOutput)} : {}),
		...(onMessage ? {stderr: createMaskedSink(createTextSink(onMessage), mask)} : {}),
		...(stdin === undefined ? {} : {stdin: createTextInput(stdin)}),
		...(signal ? {signal: AbortSignal.any([ports.signal, signal])} : {}),
	};
	return {tree, mask, ports: innerPorts, reportError: error => reportFailure(error, words, innerPorts), inner};
}
