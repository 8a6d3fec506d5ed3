import {test} from 'vitest';
import {buildProgram, countOperations, killAtExchange, killAtOperation} from './support/killed.ts';

// Some of the moments, with real processes; test/soak has every operation and every exchange.

test('killed at an operation on files, it goes on and ends the same', async () => {
	const program = await buildProgram();
	const operations = await countOperations(program);
	for (let operation = 3; operation <= operations; operation += Math.ceil(operations / 3)) {
		await killAtOperation(program, operation);
	}
});

test('killed at an exchange, before or after the service did its work, it goes on and ends the same', async () => {
	const program = await buildProgram();
	await killAtExchange(program, 2, 'before');
	await killAtExchange(program, 6, 'after');
});
