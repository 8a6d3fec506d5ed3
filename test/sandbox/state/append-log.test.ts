import {appendFileSync, readFileSync, statSync, truncateSync} from 'node:fs';
import {join} from 'node:path';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {createAppendLog} from '../../../src/sandbox/state/append-log.ts';
import {temporaryFolder} from '../../support/disk/folders.ts';

type Word = {readonly word: string};

/** A log whose result is the number of words applied so far. */
function wordLog(path: string) {
	const words: string[] = [];
	const log = createAppendLog<Word, number>(path, ({word}) => words.push(word));
	return {words, ...log};
}

test('all processes read the records in the same order', () => {
	const path = join(temporaryFolder(), 'words.log');
	const [one, two] = [wordLog(path), wordLog(path)];
	expect(one.append({word: 'a'})).toBe(1);
	expect(two.append({word: 'b'})).toBe(2);
	expect(two.append({word: 'c'})).toBe(3);
	expect(one.append({word: 'd'})).toBe(4);
	two.refresh();
	expect([one.words, two.words, wordLog(path).words]).toEqual([['a', 'b', 'c', 'd'], ['a', 'b', 'c', 'd'], []]);
});

test('keeps any text unchanged', () => {
	const path = join(temporaryFolder(), 'words.log');
	fc.assert(
		fc.property(fc.array(fc.string({unit: 'binary', maxLength: 20})), words => {
			truncateSync(wordLogPath(path), 0);
			const writer = wordLog(path);
			for (const word of words) writer.append({word});
			const reader = wordLog(path);
			reader.refresh();
			expect(reader.words).toEqual(words.map(word => JSON.parse(JSON.stringify(word))));
		}),
		{numRuns: 50},
	);
});
const wordLogPath = (path: string) => {
	wordLog(path).close();
	return path;
};

test('loses only the record that was cut off at any byte', () => {
	const path = join(temporaryFolder(), 'words.log');
	const writer = wordLog(path);
	writer.append({word: 'first'});
	const whole = statSync(path).size;
	writer.append({word: 'second'});
	const record = readFileSync(path).subarray(whole);
	for (let cut = 0; cut < record.length - 1; cut++) {
		truncateSync(path, whole);
		appendFileSync(path, record.subarray(0, cut));
		const later = wordLog(path);
		later.append({word: 'third'});
		const reader = wordLog(path);
		reader.refresh();
		expect(reader.words, `cut at ${cut}`).toEqual(['first', 'third']);
	}
});

test('reads a record that is longer than a chunk', () => {
	const path = join(temporaryFolder(), 'words.log');
	const word = 'ä'.repeat(5_000_000);
	wordLog(path).append({word});
	const reader = wordLog(path);
	expect(reader.append({word: 'next'})).toBe(2);
	expect(reader.words[0] === word).toBe(true);
});

test('throws a CliError of kind disk if the file is not writable', () => {
	const log = createAppendLog<Word, void>('/dev/full', () => undefined);
	expect(() => log.append({word: 'a'})).toThrow(expect.objectContaining({kind: 'disk'}));
});
