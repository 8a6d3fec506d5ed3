import {expect, test} from 'vitest';
import {openEngineProcess} from '../../../src/archive/sql/engine-process.ts';
import {CliError} from '../../../src/errors.ts';
import {temporaryFolder} from '../../support/disk/folders.ts';

const running = new AbortController().signal;
const open = (signal = running) =>
	openEngineProcess({temp: temporaryFolder(), folders: [], signal, detail: async () => {}});

test('returns the same rows, columns and errors as an engine in this process', async () => {
	const engine = await open();
	try {
		await engine.run('CREATE TABLE t (name VARCHAR, day DATE, amount DOUBLE)');
		await engine.append('t', [
			['one', '2026-01-01', '1.5'],
			['two', '2026-01-02', 'NaN'],
			['three', null, null],
		]);
		expect(await engine.rows('SELECT name, day, amount, true, NULL FROM t')).toEqual([
			['one', '2026-01-01', 1.5, true, null],
			['two', '2026-01-02', Number.NaN, true, null],
			['three', null, null, true, null],
		]);
		await engine.start('SELECT name, amount FROM t');
		expect(await engine.next()).toEqual([
			['one', 1.5],
			['two', Number.NaN],
			['three', null],
		]);
		expect(await engine.next()).toBeUndefined();
		await expect(engine.rows('SELECT nothing FROM t')).rejects.toThrow(/^Binder Error: Referenced column "nothing"/);
	} finally {
		await engine.close();
	}
});

test('fails each further call after the process has ended', async () => {
	const engine = await open();
	await engine.close();
	await expect(engine.rows('SELECT 1')).rejects.toThrow(CliError);
});

test('starts nothing after an abort, and fails calls with its reason', async () => {
	const reason = new CliError('interrupted', 'stopped', {hint: 'again'});
	await expect(open(AbortSignal.abort(reason))).rejects.toBe(reason);
	const stop = new AbortController();
	const engine = await open(stop.signal);
	const asked = engine.rows('SELECT sum(a.range * b.range) FROM range(10000000) a, range(10000000) b');
	stop.abort(reason);
	await expect(asked).rejects.toBe(reason);
	await engine.close();
});
