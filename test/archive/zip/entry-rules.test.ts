import {expect, test} from 'vitest';
import {validateEntry} from '../../../src/archive/zip/entry-rules.ts';
import type {ClaimedEntry, ZipEntry} from '../../../src/archive/zip/zip-entry.ts';
import {getZipLimits} from '../../../src/archive/zip/zip-limits.ts';
import {validateLayout, validatePaths, validateRatios, validateTotals} from '../../../src/archive/zip/zip-rules.ts';
import {CliError} from '../../../src/errors.ts';

/** Rules of entries to the byte, where the hostile archives stand well beside them. */

const limits = {...getZipLimits(0), bytes: 100, ratio: 10, minRatioBytes: 1000};
const claimed = ({local, ...changes}: Partial<Omit<ClaimedEntry, 'local'>> & {local?: object} = {}): ClaimedEntry => {
	const entry = {
		name: 'a.csv',
		flags: 0,
		method: 8,
		crc: 7,
		compressedSize: 200,
		size: 2000,
		attributes: 0,
		headerOffset: 0,
		...changes,
	};
	const rawName = Buffer.from(entry.name);
	const {flags, method, crc, compressedSize, size} = entry;
	return {
		...entry,
		rawName,
		local: {name: rawName, flags, method, crc, compressedSize, size, dataStart: entry.headerOffset + 35, ...local},
	};
};
const verdict = (check: () => unknown) => {
	try {
		check();
		return 'fine';
	} catch (error) {
		if (!(error instanceof CliError)) throw error;
		return `${error.details.code}: ${error.message}`;
	}
};
const unix = (mode: number) => mode * 2 ** 28;
const descriptor = 8;

test.each<[string, Parameters<typeof claimed>[0], string]>([
	['a folder', {name: 'a/', size: 0, compressedSize: 0, method: 0, attributes: unix(4)}, 'fine'],
	['a file by its mode', {attributes: unix(8)}, 'fine'],
	['a file that is a folder by its mode', {attributes: unix(4)}, 'is not what its name says (file or folder)'],
	['a link by its mode', {attributes: unix(10)}, 'unsafe: entry 3 of the archive is a symbolic link'],
	['a link of Windows', {attributes: 0x400}, 'unsafe: entry 3 of the archive is a link'],
	['a read-only file of Windows', {attributes: 0x1}, 'fine'],
	[
		'stored with two sizes',
		{method: 0, size: 199, compressedSize: 200},
		'damaged: entry 3 of the archive has two sizes',
	],
	['stored with one', {method: 0, size: 200, compressedSize: 200}, 'fine'],
	[
		'of another sum before its data',
		{local: {crc: 8}},
		'damaged: entry 3 of the archive has a header that contradicts the directory',
	],
	['of no sum before its data, nor after it', {local: {crc: 0}}, 'has a header that contradicts the directory'],
	['of a sum that stands after its data', {flags: descriptor, local: {crc: 0, size: 0, compressedSize: 0}}, 'fine'],
	[
		'of another size in both places',
		{flags: descriptor, local: {size: 1}},
		'has a header that contradicts the directory',
	],
	['of another packed size', {local: {compressedSize: 1}}, 'has a header that contradicts the directory'],
	['of another method before its data', {local: {method: 0}}, 'has a header that contradicts the directory'],
	[
		'of another name before its data',
		{local: {name: Buffer.from('b.csv')}},
		'has a header that contradicts the directory',
	],
	['encrypted before its data only', {local: {flags: 1}}, 'unsafe: entry 3 of the archive is encrypted'],
])('an entry %s', (_, changes, expected) => {
	expect(verdict(() => validateEntry(claimed(changes), 3))).toContain(expected.replace('archive', 'archive ("a.csv")'));
});

test('returns an entry that follows every rule as declared', () => {
	const {local: _, ...entry} = claimed({headerOffset: 70});
	expect(validateEntry(claimed({headerOffset: 70}), 1)).toEqual({
		path: ['a.csv'],
		folder: false,
		isMetadata: false,
		stored: false,
		crc: entry.crc,
		compressedSize: entry.compressedSize,
		size: entry.size,
		dataStart: 105,
	});
});

const entry = (path: string, size = 1): ZipEntry => ({
	path: path.replace(/\/$/, '').split('/'),
	folder: path.endsWith('/'),
	isMetadata: false,
	stored: true,
	crc: 0,
	compressedSize: size,
	size,
	dataStart: 0,
});

test.each([
	[2000, 200, 'fine'],
	[2001, 200, 'ratio: entry 2 of the archive unpacks to more than 10 times its size'],
	[1000, 1, 'fine'],
])('checks the ratio of %d bytes packed into %d: %s', (size, compressedSize, expected) => {
	expect(verdict(() => validateRatios([entry('a'), {...entry('b'), size, compressedSize}], limits))).toBe(expected);
});

test('lets entries unpack to the limit and not a byte more', () => {
	expect(verdict(() => validateTotals([entry('a', 60), entry('b', 40)], limits))).toBe('fine');
	expect(verdict(() => validateTotals([entry('a', 60), entry('b', 41)], limits))).toBe(
		'unsafe: the archive unpacks to 101 bytes; at most 100 were expected',
	);
});

test.each([
	[['a/', 'a/b', 'a/c', 'd'], 'fine'],
	[['a/', 'a/'], 'fine'],
	[['a/b', 'a/'], 'fine'],
	[['d', 'a', 'A'], 'unsafe: entry 3 of the archive has the same name as another one'],
	[['a', 'a/'], 'unsafe: entry 2 of the archive has the same name as another one'],
	[['a/', 'a'], 'unsafe: entry 2 of the archive has the same name as another one'],
	[['a', 'a/b'], 'unsafe: entry 2 of the archive has the same name as another one'],
	[['a/b', 'a'], 'unsafe: entry 2 of the archive has the same name as another one'],
])('checks the paths %j: %s', (paths, expected) => {
	expect(verdict(() => validatePaths(paths.map(path => entry(path))))).toBe(expected);
});

test('requires entries without gaps, apart from announced descriptors', () => {
	const layout = (gap: number, flags: number, directory = 0) => {
		const first = claimed({flags, compressedSize: 100});
		const second = claimed({headerOffset: 135 + gap, compressedSize: 10});
		return verdict(() => validateLayout([second, first], 135 + gap + 45 + directory));
	};
	expect(layout(0, 0)).toBe('fine');
	expect(layout(-1, 0)).toBe('unsafe: entries of the archive overlap');
	expect(layout(1, 0)).toBe('unsafe: the archive contains bytes that belong to no entry');
	expect(layout(0, 0, 1)).toBe('unsafe: the archive contains bytes that belong to no entry');
	expect(layout(0, 0, -1)).toBe('unsafe: entries of the archive overlap');
	for (const gap of [12, 16, 20, 24]) expect(layout(gap, descriptor), `${gap}`).toBe('fine');
	for (const gap of [0, 11, 13, 25]) expect(layout(gap, descriptor), `${gap}`).toContain('belong to no entry');
});

test('limits a file to 1.25 times the listed size, an open file to 4 times, unless the user sets a limit', () => {
	expect(getZipLimits(8192).bytes).toBe(10 * 2 ** 20);
	expect(getZipLimits(0).bytes).toBe(2 ** 20);
	expect(getZipLimits(32_768, {open: true}).bytes).toBe(128 * 2 ** 20);
	expect(getZipLimits(8192, {maxBytes: 7}).bytes).toBe(7);
});
