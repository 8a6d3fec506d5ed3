/**
 * Places where a library does at start, or for each cell, what is of no use here. With the five of cli-table3 a table
 * takes a quarter of the time. Each must be found, so that a new version of the library is noticed.
 */
const improvements = [
	{
		// 2 of the 4.5 ms of commander.
		file: /commander\/lib\/command\.js$/,
		was: "const childProcess = require('node:child_process');",
		is: "const childProcess = {spawn: (...words) => require('node:child_process').spawn(...words)};",
	},
	{
		// HTTP/2 is not asked for, and node:http2 takes 3 of the 14 ms of undici.
		file: /undici\/lib\/dispatcher\/client\.js$/,
		was: "const connectH2 = require('./client-h2.js')",
		is: "const connectH2 = () => { throw new Error('HTTP/2 is not asked for') }",
	},
	{
		// Node's own HTTP is loaded for the size of headers, which is this, …
		file: /undici\/lib\/dispatcher\/client\.js$/,
		was: "const http = require('node:http')",
		is: 'const http = {maxHeaderSize: 16384}',
	},
	{
		// … and for its answers among the bodies that are sent, which are texts. Both together are 5 of the 80 ms of a call.
		file: /undici\/lib\/core\/util\.js$/,
		was: "const { IncomingMessage } = require('node:http')",
		is: 'const IncomingMessage = undefined',
	},
	{
		// Forms and streams are never sent; what reads them is a third of what a call loads.
		file: /undici\/lib\/dispatcher\/client-h1\.js$/,
		was: "extractBody = require('../web/fetch/body.js').extractBody",
		is: "throw new Error('a body is a text')",
	},
	{
		// 2 of the 70 ms of a call: node:assert is asked for when something is wrong. In many files, but not in each.
		file: /undici\/lib\/(core|dispatcher|api|web)\/.*\.js$/,
		was: "const assert = require('node:assert')",
		is: "const assert = (...words) => words[0] || require('node:assert')(...words)",
		wherever: true,
	},
	{
		// The same expression, compiled eight times for each cell.
		file: /^(?!.*\/ora\/).*\/ansi-regex\/index\.js$/,
		was: 'module.exports = ({onlyFirst = false} = {}) => {',
		is: 'let kept; module.exports = options => (options ? create(options) : (kept ??= create({}))); const create = ({onlyFirst = false}) => {',
	},
	{
		// The characters of borders, merged anew for each cell.
		file: /cli-table3\/src\/cell\.js$/,
		was: 'let chars = (this.chars = {});\n    CHAR_NAMES.forEach(',
		is: `let chars = (this.chars = tableOptions.merged ?? {});
    if (!tableOptions.merged || this.options.chars) CHAR_NAMES.forEach(`,
	},
	{
		file: /cli-table3\/src\/cell\.js$/,
		was: 'this.truncate = this.options.truncate',
		is: 'tableOptions.merged = chars;\n    this.truncate = this.options.truncate',
	},
	{
		// What `padding-left` is as one word, found out anew for each cell.
		file: /cli-table3\/src\/cell\.js$/,
		was: 'function setOption(objA, objB, nameB, targetObj) {',
		is: `const joined = {};
function setOption(objA, objB, nameB, targetObj) {
  const name = (joined[nameB] ??= nameB.replace(/-(.)/, (_, first) => first.toUpperCase()));
  targetObj[name] = objA[name] ?? objA[nameB] ?? objB[name] ?? objB[nameB];
  return;`,
	},
	{
		// Cells are of ASCII or stand-ins (src/output/grid.ts): two regular expressions and a loop are not needed to count them.
		file: /cli-table3\/src\/utils\.js$/,
		was: 'function strlen(str) {',
		is: 'function strlen(str) {\n  if (/^[ -~\\ue000]*$/.test(str)) return str.length;',
	},
	{
		// The text of a debug message that nobody reads.
		file: /cli-table3\/src\/cell\.js$/,
		was: 'let content = utils.truncate(this.content, 10, this.truncate);',
		is: "let content = '';",
	},
];
/** The plugin of the bundler that makes them. */
export const improve = {
	name: 'improve-libraries',
	transform(code, id) {
		const wanted = improvements.filter(({file}) => file.test(id));
		if (wanted.length === 0) return null;
		const improved = wanted.reduce((text, {was, is, wherever = false}) => {
			if (!wherever && !text.includes(was)) throw new Error(`${id} has changed: see \`improvements\` in .ci/build.mjs`);
			return text.replace(was, is);
		}, code);
		// Lines of libraries need no source map.
		return {code: improved, map: {mappings: ''}};
	},
};
