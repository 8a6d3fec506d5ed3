import {existsSync, readFileSync} from 'node:fs';
import {hostname} from 'node:os';
import {expect, test} from 'vitest';
import {getOwner} from '../../src/session/lock-owner.ts';

const now = new Date('2026-06-30T12:00:00Z');

test('an owner is this process, and no two takings are the same', () => {
	const owner = getOwner(now);
	expect(owner).toMatchObject({pid: process.pid, host: hostname(), since: '2026-06-30T12:00:00.000Z'});
	expect(owner.token).toMatch(new RegExp(`^${process.pid}-[\\da-z]+$`));
	expect(getOwner(now).token).not.toBe(owner.token);
});

test.runIf(existsSync('/proc/self/stat'))('its start and that of the machine are as the kernel says', () => {
	// proc(5): the 22nd field is the start; the second stands in brackets and may hold blanks.
	const [, rest = ''] = /^\d+ \(.*\) (.*)$/s.exec(readFileSync('/proc/self/stat', 'utf8')) ?? [];
	const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8');
	const owner = getOwner(now);
	expect(owner.started).toBe(rest.split(' ')[22 - 3]);
	expect(Number(owner.started)).toBeGreaterThan(0);
	expect(`${owner.boot}\n`).toBe(boot);
});
