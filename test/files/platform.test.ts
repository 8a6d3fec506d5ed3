import {expect, test} from 'vitest';
import {mayBeInUse, whileInUse} from '../../src/files/platform.ts';

/** Fails so often with that code, as Windows does while another program has a file open. */
function busy(times: number, code: string) {
	let tries = 0;
	const work = async () => {
		tries++;
		if (tries <= times) throw Object.assign(new Error(code), {code});
		return tries;
	};
	return {work, tries: () => tries};
}

test.each(['EPERM', 'EBUSY', 'EACCES'])('a file that is open elsewhere for a moment is tried again: %s', async code => {
	expect(await whileInUse(busy(2, code).work, 'win32')).toBe(3);
});

test('it is given up after some tries, with the error of the last', async () => {
	const {work, tries} = busy(100, 'EBUSY');
	await expect(whileInUse(work, 'win32')).rejects.toMatchObject({code: 'EBUSY'});
	expect(tries()).toBe(9);
});

test.each([
	['another error', 'ENOSPC', 'win32'],
	['another system', 'EPERM', 'linux'],
])('%s is told at once', async (_, code, platform) => {
	const {work, tries} = busy(1, code);
	await expect(whileInUse(work, platform)).rejects.toMatchObject({code});
	expect(tries()).toBe(1);
	expect(mayBeInUse(code, platform)).toBe(false);
});
