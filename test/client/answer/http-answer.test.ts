import {expect, test} from 'vitest';
import {getText, readText} from '../../../src/client/answer/http-answer.ts';

/** Read in two chunks, cut anywhere. */
async function read(bytes: Uint8Array, cut = 0): Promise<string> {
	async function* chunks() {
		yield bytes.subarray(0, cut);
		yield bytes.subarray(cut);
	}
	const {text, bytes: count} = await readText(chunks());
	expect(count).toBe(bytes.length);
	return getText({status: 200, headers: {}, text});
}

test.each(['', '{"name":"Maria"}', 'Pérez £5', 'Größe, Αθήνα, 漢字 and 😀'])(
	'reads UTF-8 with and without a byte order mark: %s',
	async text => {
		expect(await read(Buffer.from(`\uFEFF${text}`))).toBe(text);
		const bytes = Buffer.from(text);
		for (let cut = 0; cut <= bytes.length; cut++) expect(await read(bytes, cut)).toBe(text);
	},
);

test.each([
	['a byte that begins nothing', [0x61, 0xff]],
	['half a letter at the end', [0x61, 0xc3]],
	['half a letter before others', [0xc3, 0x61]],
	['Latin-1', [0x50, 0xe9, 0x72]],
])('rejects other encodings: %s', async (_, bytes) => {
	for (let cut = 0; cut <= bytes.length; cut++)
		await expect(read(Uint8Array.from(bytes), cut)).rejects.toThrow('not UTF-8');
});
