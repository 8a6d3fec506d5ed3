import {readdirSync, readFileSync} from 'node:fs';
import {resolve} from 'node:path';
import {expect, test} from 'vitest';

/** Libraries run as they were published: no step of the build may change their text. */

const folder = resolve(import.meta.dirname, '../.ci');
const scripts = readdirSync(folder)
	.filter(name => name.endsWith('.mjs'))
	.map(name => ({name, text: readFileSync(resolve(folder, name), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')}));

test('one script alone calls the bundler', () => {
	expect(scripts.filter(({text}) => text.includes("'rolldown")).map(({name}) => name)).toEqual(['bundle.mjs']);
});

test.each(['plugins', 'transform', 'define', 'inject', 'renderChunk', 'load', 'minify', 'banner', 'postBanner'])(
	'the bundler is given no `%s`',
	option => {
		const options = new RegExp(`\\b${option}\\b\\s*[:(,]`);
		expect(scripts.filter(({text}) => options.test(text)).map(({name}) => name)).toEqual([]);
	},
);
