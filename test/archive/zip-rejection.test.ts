import {expect, test} from 'vitest';
import {createRejection, isDamagedArchive, toRejection} from '../../src/archive/zip-rejection.ts';
import {CliError} from '../../src/errors.ts';

test('retries only a damaged archive', () => {
	expect(isDamagedArchive(createRejection('damaged', 'cut'))).toBe(true);
	expect(isDamagedArchive(createRejection('unsafe', 'a link'))).toBe(false);
	expect(isDamagedArchive(new CliError('disk', 'full', {hint: 'x', code: 'damaged'}))).toBe(false);
	expect(isDamagedArchive(new CliError('damaged', 'other', {hint: 'x', code: 'journal'}))).toBe(false);
	expect(isDamagedArchive(new Error('damaged'))).toBe(false);
	expect(createRejection('unsafe', 'a link').details).toEqual({
		hint: expect.stringContaining('report the file to the operator'),
		code: 'unsafe',
	});
	expect(createRejection('damaged', 'cut').details.hint).toContain('run the command again');
});

const coded = (error: Error, code: string) => Object.assign(error, {code});
test.each<[string, Error, string]>([
	[
		'zlib',
		coded(new Error('incorrect data check'), 'Z_DATA_ERROR'),
		'the archive cannot be read: incorrect data check',
	],
	['reading past a buffer', coded(new RangeError('offset'), 'ERR_OUT_OF_RANGE'), 'the archive cannot be read: offset'],
	['yauzl', new Error('odd'), 'the archive cannot be read: odd'],
	[
		'no zip',
		new Error('End of central directory record signature not found.'),
		'this is not a zip archive, or its end is missing',
	],
	['bytes behind it', new Error('Invalid comment length. Expected: 1'), 'extra bytes follow the end of the archive'],
	['one of several', new Error('multi-disk zip files are not supported'), 'this is one part of a multi-part archive'],
])('%s is a rejection with its cause', (_, error, message) => {
	expect(toRejection(error)).toMatchObject({kind: 'damaged', message, details: {code: 'damaged', cause: error}});
});

test.each([
	['a full disk', coded(new Error('ENOSPC: no space left'), 'ENOSPC')],
	['a code that ends like zlib’s', coded(new Error('x'), 'AZ_')],
	['a bug', new TypeError('x is not a function')],
	['what was refused already', createRejection('unsafe', 'a link')],
	['no error at all', 'text'],
])('returns %s unchanged', (_, error) => {
	expect(toRejection(error)).toBe(error);
});
