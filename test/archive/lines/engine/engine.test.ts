import {expect, test} from 'vitest';
import {openEngine, toFailure} from '../../../../src/archive/lines/engine/engine.ts';
import {temporaryFolder} from '../../../support/folders.ts';

const running = new AbortController().signal;

test.each([
	'IO Error: Could not write file "spill.tmp": No space left on device\n\nLINE 1: SELECT',
	'Out of Memory Error: failed to offload data block of size 256.0 KiB',
	'IO Error: Could not read from file',
	'could not allocate block',
])('%j is a failure of the disk, told by its first line', message => {
	const error = new Error(message);
	expect(toFailure(error, running)).toMatchObject({
		kind: 'disk',
		message: message.split('\n')[0],
		details: {hint: 'free some space on the disk, then run the same command again', cause: error},
	});
});

test.each([new Error('Parser Error: syntax error at or near "SELEC"'), 'thrown text', undefined])(
	'%j stays what it is',
	error => {
		expect(toFailure(error, running)).toBe(error);
	},
);

test('what fails once it was stopped failed for the reason why it was stopped', () => {
	const reason = new Error('interrupted');
	expect(toFailure(new Error('IO Error: INTERRUPT'), AbortSignal.abort(reason))).toBe(reason);
});

// With it, one of five syncs on a busy machine failed to read a file that it had just written in place of another.
test("the engine's cache of files is off", async () => {
	const engine = await openEngine({temp: temporaryFolder(), folders: [], signal: running});
	try {
		expect(await engine.rows("SELECT current_setting('enable_external_file_cache')")).toEqual([[false]]);
	} finally {
		engine.close();
	}
});
