import {expect, test} from 'vitest';
import {fileName, outputPath} from '../../src/cli/definition/flag-values.ts';
import {describeWindowsPath, isNullDevice} from '../../src/files/windows-names.ts';

test.each([
	'keys.csv',
	'.\\keys.csv',
	'..\\reports\\keys.csv',
	'C:\\Users\\Ada Lovelace\\keys.csv',
	'C:/Users/ada/keys.csv',
	'\\\\server\\share\\keys.csv',
	`\\\\?\\C:\\${'long\\'.repeat(60)}keys.csv`,
	'console.csv',
	'common\\nullable.csv',
	'Größe 2026.csv',
])('accepts %s as a path that Windows can write', path => {
	expect(describeWindowsPath(path)).toBeUndefined();
});

test.each([
	['CON', 'device'],
	['NUL', 'device'],
	['con.csv', 'device'],
	['reports\\Aux .txt', 'device'],
	['nul.csv', 'device'],
	['C:\\reports\\COM1', 'device'],
	['lpt³.csv', 'device'],
	['keys.csv:hidden', 'without <'],
	['C:\\a\\b:c.csv', 'without <'],
	['what?.csv', 'without <'],
	['keys.csv.', 'dot or a space'],
	['reports \\keys.csv', 'dot or a space'],
	['C:keys.csv', 'such as C:\\keys.csv'],
	['C:', 'such as C:\\reports'],
])('rejects %s, which Windows would write elsewhere or not at all', (path, why) => {
	expect(describeWindowsPath(path)).toContain(why);
});

test('applies the rule on Windows only', () => {
	expect(() => outputPath('con.csv', 'win32')).toThrow('device');
	expect(() => fileName('nul')).toThrow('device');
	expect(fileName('nightly')).toBe('nightly');
	expect(outputPath('con.csv', 'linux')).toBe('con.csv');
});

test('accepts only NUL as the null device on Windows', () => {
	expect(['NUL', 'nul:', 'nul.csv', 'a\\nul'].map(path => isNullDevice(path, 'win32'))).toEqual([
		true,
		true,
		false,
		false,
	]);
	expect(isNullDevice('NUL', 'linux')).toBe(false);
});
