import {expect, test} from 'vitest';
import {createDescriptorSink} from '../../src/terminal/stream-sinks.ts';

test('writes texts of any length completely and in order to a device that accepts a part of each', async () => {
	const taken: Buffer[] = [];
	const sink = createDescriptorSink(
		bytes => {
			const part = Buffer.from(bytes.subarray(0, 1000));
			taken.push(part);
			return part.length;
		},
		{where: 'stdout', isTTY: false},
	);
	const texts = ['short, ', '漢字 and 😀 '.repeat(5000), 'Größe '.repeat(40_000), '', '\ud800 alone', 'the end'];
	for (const text of texts) await sink.write(text);
	await sink.write(Buffer.from('bytes'));
	expect(Buffer.concat(taken).toString()).toBe(`${texts.join('').replace('\ud800', '\ufffd')}bytes`);
});
