import {expect, test} from 'vitest';
import {mayBeInUse, retryWhileInUse} from '../../src/files/platform.ts';

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

test.each(['EPERM', 'EBUSY', 'EACCES'])('retries while another program has the file open: %s', async code => {
	expect(await retryWhileInUse(busy(2, code).work, 'win32')).toBe(3);
});

test('gives up after some tries with the last error', async () => {
	const {work, tries} = busy(100, 'EBUSY');
	await expect(retryWhileInUse(work, 'win32')).rejects.toMatchObject({code: 'EBUSY'});
	expect(tries()).toBe(9);
});

test.each([
	['another error', 'ENOSPC', 'win32'],
	['another system', 'EPERM', 'linux'],
])('reports %s at once', async (_, code, platform) => {
	const {work, tries} = busy(1, code);
	await expect(retryWhileInUse(work, platform)).rejects.toMatchObject({code});
	expect(tries()).toBe(1);
	expect(mayBeInUse(code, platform)).toBe(false);
});
