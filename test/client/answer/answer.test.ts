import {expect, test} from 'vitest';
import {getText} from '../../../src/client/answer/answer.ts';

const read = (bytes: Uint8Array) => getText({status: 200, headers: {}, bytes: Buffer.from(bytes)});

test.each(['', '{"name":"Maria"}', 'Pérez £5', 'Größe, Αθήνα, 漢字 and 😀'])(
	'UTF-8 is read as text, with a byte order mark and without: %s',
	text => {
		expect(read(Buffer.from(text))).toBe(text);
		expect(read(Buffer.from(`\uFEFF${text}`))).toBe(text);
	},
);

test.each([
	['a byte that begins nothing', [0x61, 0xff]],
	['half a letter at the end', [0x61, 0xc3]],
	['half a letter before others', [0xc3, 0x61]],
	['Latin-1', [0x50, 0xe9, 0x72]],
])('anything else is refused: %s', (_, bytes) => {
	expect(() => read(Uint8Array.from(bytes))).toThrow('not UTF-8');
});
