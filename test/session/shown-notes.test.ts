import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {createShownNotes} from '../../src/session/shown-notes.ts';
import {temporaryFolder} from '../support/disk/folders.ts';
import {fakeClock} from '../support/laws/clock.ts';
import {usagectl} from '../support/program/usagectl.ts';

const long = `losses of the last 30 days are incomplete: installations of Müller GmbH ${'x'.repeat(80)}`;

test('a long note is printed in full once per hour and terminal, then shortened', async () => {
	const stateDir = temporaryFolder();
	const at = (time: string, terminal = 7) =>
		createShownNotes({stateDir, clock: fakeClock(`2026-06-30T${time}:00Z`), terminal})(long);
	expect(await at('12:00')).toBe(long);
	expect(await at('12:59')).toBe('losses of the last 30 days are incomplete … (--all-notes)');
	expect(await at('12:59', 8)).toBe(long);
	expect(await at('13:00')).toBe(long);
	expect(readFileSync(join(stateDir, 'shown-notes.json'), 'utf8')).not.toContain('Müller');
});

test('a short note is never shortened', async () => {
	const shorten = createShownNotes({stateDir: temporaryFolder(), clock: fakeClock(), terminal: 7});
	expect([await shorten('today is not over'), await shorten('today is not over')]).toEqual([
		'today is not over',
		'today is not over',
	]);
});

test('notes are never shortened in a pipe or with --all-notes', async () => {
	const line = "filter explain 'ram>=8GB'";
	const env = {USAGECTL_STATE_DIR: temporaryFolder()};
	const said = async (more: string, columns?: number) =>
		(await usagectl(`${line} ${more}`, {env, ...(columns ? {columns} : {})})).stderr;
	const whole = await said('');
	for (const more of ['', '--all-notes']) expect(await said(more)).toBe(whole);
	expect(await said('--all-notes', 80)).toBe(await said('--all-notes', 80));
});
