import {createInterface} from 'node:readline';
import {Writable} from 'node:stream';
import {CliError} from '../errors.ts';
import type {Prompt} from '../ports.ts';

const createNullOutput = () => new Writable({write: (_chunk, _encoding, done) => done()});

const cancelled = (kind: 'interrupted' | 'usage', message: string) =>
	new CliError(kind, message, {hint: 'nothing was sent'});

/** Writes prompts to `output` (stderr), so that stdout carries data only. */
export const createPrompt =
	(input: NodeJS.ReadStream, output: NodeJS.WriteStream): Prompt =>
	(text, {secret, signal}) =>
		new Promise((resolve, reject) => {
			// Created before the question is written: readline switches the echo off, and some users type at once.
			const reader = createInterface({input, output: secret ? createNullOutput() : output, terminal: true});
			output.write(text);
			// readline prints its prompt again when the user edits the line.
			if (!secret) reader.setPrompt(text);
			let ended = false;
			const end = (settle: () => void) => {
				if (ended) return;
				ended = true;
				signal.removeEventListener('abort', onAbort);
				reader.close();
				if (secret) output.write('\n');
				settle();
			};
			const onAbort = () => end(() => reject(signal.reason));
			signal.addEventListener('abort', onAbort);
			reader.once('line', line => end(() => resolve(line)));
			// The terminal is in raw mode: Ctrl-C arrives as a key, not as a signal.
			reader.once('SIGINT', () => end(() => reject(cancelled('interrupted', 'canceled'))));
			reader.once('close', () => end(() => reject(cancelled('usage', 'the prompt was not answered'))));
		});
