import {expect, test} from 'vitest';
import {countMoments, createUpload, killAtExchange, killAtOperation} from './support/killed.ts';

// A few points in time, with real processes; test/soak tests every operation and every request.

test('killed at a file operation, an import resumes and ends the same', async () => {
	const {operations} = await countMoments();
	for (let operation = 3; operation <= operations; operation += Math.ceil(operations / 3)) {
		expect(await killAtOperation(operation), `operation ${operation} was reached`).toBe(true);
	}
});

test('killed at a file operation or at a request, a change of many keys continues and is made once', async () => {
	const {operations} = await countMoments('renewal');
	for (const operation of [Math.floor(operations / 2), operations - 6])
		expect(await killAtOperation(operation, 'renewal'), `operation ${operation} was reached`).toBe(true);
	await killAtExchange(5, 'after', 'renewal');
});

test('killed at a request, before or after the service handled it, an import resumes and ends the same', async () => {
	await killAtExchange(2, 'before');
	await killAtExchange(6, 'after');
});

// The process has half a second to print the hint, so a busy machine may need a second try.
test('Ctrl-C while the service does not respond: the import stops, says how to resume, and ends the same', {
	retry: 2,
}, async () => {
	const held: {running?: ReturnType<Awaited<ReturnType<typeof createUpload>>['start']>} = {};
	const upload = await createUpload({
		// Requests 0 and 1 read the registry. The service handles this batch after the process has stopped waiting for it.
		onExchange: async exchange => {
			if (exchange !== 2) return;
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
