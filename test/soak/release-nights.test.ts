import {appendFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {addDays} from '../../src/calendar.ts';
import type {Scenario} from '../../src/sandbox/seed/scenarios.ts';
import {accountFor, playNights} from '../support/data/nights.ts';

/**
 * Sixty nights of the question `release` of `init`: half of them before 5.1 comes out, half after. NIGHTS=20 SEEDS=3,4 SIZE=20000 takes
 * a part of them; ACCOUNT names a file for the figures.
 */

const released = '2026-07-25';
const nights = Array.from({length: Number(process.env.NIGHTS ?? 60)}, (_, at) => at);
const first = addDays(released, -Math.floor(nights.length / 2));
const seeds = (process.env.SEEDS ?? '1,2,3,4,5,6,7,8,9,10').split(',').map(Number);
const size = Number(process.env.SIZE ?? 16_000);

async function play(seed: number, causes: readonly Scenario[]) {
	const world = {...{seed, size, first, causes}, asked: ['release']};
	const played = await playNights(world, nights);
	const daysOf = (wanted: string) =>
		played.filter(({said}) => said.some(({verdict}) => verdict === wanted)).map(({day}) => day);
	const account = {
		...{seed, size, planted: causes.length, falseAlarms: accountFor(world, played).falseAlarms},
		...{failed: daysOf('fail'), unknown: daysOf('unknown').length, nights: played.length},
	};
	if (process.env.ACCOUNT) appendFileSync(process.env.ACCOUNT, `${JSON.stringify(account)}\n`);
	return account;
}

test.each(seeds)(
	'seed %i: a release that crashes on Windows fails within two weeks, and every night from then on',
	async seed => {
		const percent = [10, 20, 40][seed % 3] as number;
		const {failed, falseAlarms} = await play(seed, [
			{kind: 'crash', version: '5.1', platform: 'Windows', percent, from: released},
		]);
		expect(falseAlarms).toEqual([]);
		const [day = expect.fail('never failed')] = failed;
		// Before, fewer than 200 installations have it.
		expect(day <= addDays(released, 14), day).toBe(true);
		expect(failed).toEqual(nights.map(night => addDays(first, night)).filter(each => each >= day));
	},
);

test.each(seeds)('seed %i: no night fails without a bad release', async seed => {
	expect((await play(seed, [])).failed).toEqual([]);
});
