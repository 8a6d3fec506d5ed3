import {expect, test} from 'vitest';
import {openEngine, toEngineFailure} from '../../../src/archive/sql/engine.ts';
import {openEngineProcess} from '../../../src/archive/sql/engine-process.ts';
import {temporaryFolder} from '../../support/disk/folders.ts';

const running = new AbortController().signal;

test.each([
	'IO Error: Could not write file "spill.tmp": No space left on device\n\nLINE 1: SELECT',
	'Out of Memory Error: failed to offload data block of size 256.0 KiB',
	'IO Error: Could not read from file',
])('reports %j as a disk error with its first line as message', message => {
	const error = new Error(message);
	expect(toEngineFailure(error, running)).toMatchObject({
		kind: 'disk',
		message: message.split('\n')[0],
		details: {hint: 'free disk space, then run the command again', cause: error},
	});
});

test.each([new Error('Parser Error: syntax error at or near "SELEC"'), 'thrown text', undefined])(
	'returns %j unchanged',
	error => {
		expect(toEngineFailure(error, running)).toBe(error);
	},
);

test.each([
	[
		'Out of Memory Error: could not allocate block of size 256.0 KiB (488/488 MiB used)\n\nPossible solutions',
		'out of memory: could not allocate block of size 256.0 KiB (488/488 MiB used)',
	],
	['std::bad_alloc', 'std::bad_alloc'],
	[
		"Out of Memory Error: failed to offload data block of size 256.0 KiB (15.9 GiB/16.0 GiB used).\nThis limit was set by the 'max_temp_directory_size' setting.",
		'more than 16.0 GiB of temporary data',
	],
])('reports %j as a lack of memory', (message, said) => {
	expect(toEngineFailure(new Error(message), running)).toMatchObject({
		kind: 'disk',
		message: said,
		details: {code: 'memory', hint: expect.stringMatching(/^request less/)},
	});
});

test('turns an error after an abort into the reason of the abort', () => {
	const reason = new Error('interrupted');
	expect(toEngineFailure(new Error('IO Error: INTERRUPT'), AbortSignal.abort(reason))).toBe(reason);
});

test('limits the temporary data of a process for SQL of the user', async () => {
	const options = {temp: temporaryFolder(), folders: []};
	const engine = await openEngineProcess({...options, signal: running, detail: async () => {}});
	const getLimit = () => engine.rows("SELECT current_setting('max_temp_directory_size')");
	try {
		expect(await getLimit()).toEqual([['16.0 GiB']]);
		await engine.reopen(options);
		expect(await getLimit()).toEqual([['16.0 GiB']]);
	} finally {
		await engine.close();
	}
});

// With it, one of five syncs on a busy machine failed to read a file that it had just written in place of another.
test('does not cache files', async () => {
	const engine = await openEngine({temp: temporaryFolder(), folders: [], signal: running});
	try {
		expect(await engine.rows("SELECT current_setting('enable_external_file_cache')")).toEqual([[false]]);
	} finally {
		await engine.close();
	}
});
