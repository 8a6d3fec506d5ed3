import {expect, test} from 'vitest';
import {readYaml} from '../../../src/questions/file/read-yaml.ts';

const errorsOf = (text: string) =>
	readYaml(text, {} as never).errors.map(({line, column, message}) => `${line}:${column} ${message}`);

test.each([
	['a:\n  b: 1\n c: 2\n', '3:1 this line is not indented like the lines that it belongs to'],
	['a:\n  b: 1\n    c: 2\n', "2:6 a second ': ' in this value: put the value in quotes, or indent the next line less"],
	['a: b: c\n', "1:4 a second ': ' in this value: put the value in quotes, or indent the next line less"],
	['a:\n  - b\n - c\n', '3:1 the items of a list must begin in the same column'],
	['a:\n\t- b\n', '2:1 a tab cannot indent a line: use spaces'],
	['a: [1, 2\n', '2:1 a bracket is never closed'],
	['a: "x\n', '2:1 this quote is never closed'],
	['a: {b: 1 c: 2}\n', "1:8 a ',' is missing between two items in brackets"],
	['a: @x\n', '1:4 a value cannot begin with this character: put it in quotes'],
	['a: &\n', "1:4 a value that begins with '&' or '*' must be in quotes"],
	['a: "\\q"\n', "1:5 a '\\' begins an escape in double quotes: use single quotes"],
	['questions\n  a: 1\n', "1:1 a ':' and a space are missing after the key"],
	["a: 'it's'\n", '1:8 unexpected text: check quotes, brackets and indentation'],
])('explains %j without words of the parser', (text, message) => {
	expect(errorsOf(text)[0]).toBe(message);
});
