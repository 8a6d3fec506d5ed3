import {PassThrough} from 'node:stream';
import {expect, test} from 'vitest';
import {getColorDepth} from '../../src/output/chart/terminal-colors.ts';
import {createDescriptorSink, createLazySink, createStreamSink} from '../../src/terminal/stream-sinks.ts';

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

test.each([
	[1, 8],
	[4, 4],
	[8, 8],
	[24, 8],
	[undefined, 8],
])('draws on a terminal with %s bits of color with %i', (bits, depth) => {
	const terminal = Object.assign(new PassThrough(), {isTTY: true, ...(bits ? {getColorDepth: () => bits} : {})});
	const sink = createLazySink(
		() => createStreamSink(terminal, 'stdout'),
		() => {},
	);
	expect(getColorDepth(true, sink)).toBe(depth);
});
