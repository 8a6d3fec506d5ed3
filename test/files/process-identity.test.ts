import {existsSync, readFileSync} from 'node:fs';
import {hostname} from 'node:os';
import {expect, test} from 'vitest';
import {getIdentity} from '../../src/files/process-identity.ts';

test('identifies this process', () => {
	expect(getIdentity()).toMatchObject({pid: process.pid, host: hostname()});
});

test.runIf(existsSync('/proc/self/stat'))(
	'reports the start of the process and of the machine as the kernel does',
	() => {
		// proc(5): the 22nd field is the start; the second stands in brackets and may hold blanks.
		const [, rest = ''] = /^\d+ \(.*\) (.*)$/s.exec(readFileSync('/proc/self/stat', 'utf8')) ?? [];
		const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8');
		const owner = getIdentity();
		expect(owner.started).toBe(rest.split(' ')[22 - 3]);
		expect(Number(owner.started)).toBeGreaterThan(0);
		expect(`${owner.boot}\n`).toBe(boot);
	},
);
