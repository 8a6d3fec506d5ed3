import {expect, test} from 'vitest';
import {countMoments, createUpload, killAtExchange, killAtOperation} from './support/killed.ts';

// Some of the moments, with real processes; test/soak has every operation and every exchange.

test('killed at an operation on files, it goes on and ends the same', async () => {
	const {operations} = await countMoments();
	for (let operation = 3; operation <= operations; operation += Math.ceil(operations / 3)) {
		expect(await killAtOperation(operation), `operation ${operation} was reached`).toBe(true);
	}
});

test('killed at an exchange, before or after the service did its work, it goes on and ends the same', async () => {
	await killAtExchange(2, 'before');
	await killAtExchange(6, 'after');
});

// The process has half a second to say it: on a busy machine it may need another try.
test('Ctrl-C while the service does not answer: it ends, says how to go on, and going on ends the same', {
	retry: 2,
}, async () => {
	const held: {running?: ReturnType<Awaited<ReturnType<typeof createUpload>>['start']>} = {};
	const upload = await createUpload({
		// The look at the registry was exchange 0. This batch is carried out when nobody waits for it any more.
		onExchange: async exchange => {
			if (exchange !== 1) return;
			held.running?.kill('SIGINT');
			await held.running?.ended;
		},
	});
	held.running = upload.start();
	const {code, stderr} = await held.running.ended;
	expect({code, stderr}).toEqual({
		code: 130,
		stderr: expect.stringMatching(/stopped by SIGINT \(import \S+: \d+ of \d+ keys done\)/),
	});
	const [, line = ''] = /to resume, .* or: usagectl (keys update --resume \S+ -p 7)$/m.exec(stderr) ?? [];
	expect(await upload.start({}, line.split(' ')).ended).toMatchObject({code: 6});
	await upload.expectWhole();
});
