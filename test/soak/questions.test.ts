import {appendFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {addDays} from '../../src/calendar.ts';
import {accountFor, playNights, type World} from '../support/data/nights.ts';

/** Sixty nights over ten worlds with planted causes. NIGHTS=20 SEEDS=3,4 takes a part of them; ACCOUNT names a file for the figures. */

const count = Number(process.env.NIGHTS ?? 60);
const first = '2026-06-20';
const nights = Array.from({length: count}, (_, at) => at);
const numbers = (process.env.SEEDS ?? '1,2,3,4,5,6,7,8,9,10').split(',').map(Number);
const tell = (account: object) =>
	process.env.ACCOUNT ? appendFileSync(process.env.ACCOUNT, `${JSON.stringify(account)}\n`) : undefined;

/** A world with a cause of each kind, on days and in places of its own. */
function createWorld(seed: number): World {
	/** A Monday to Thursday, so that the day after it is one of work: of a quiet day the numbers may carry no verdict. */
	const day = (share: number) => addDays(first, 2 + 7 * Math.floor((count * share) / 7) + (seed % 4));
	const of = <T>(...choice: readonly T[]) => choice[seed % choice.length] as T;
	return {
		...{seed, size: 16_000, first},
		causes: [
			{kind: 'departure', country: of('US', 'DE'), after: day(0.2)},
			{kind: 'crash', version: '5.0', platform: 'Windows', percent: of(30, 40, 60), from: day(0.45)},
			{kind: 'shared-key', licenseKey: of('000123', '1.23E+15', 'constructor'), installations: 250, from: day(0.7)},
			{kind: 'unused', category: 'Files', name: of('Open', 'Save'), after: day(0.85)},
		],
	};
}

test.each(numbers)('seed %i: each scenario is found on its first full day, without false alarms', async seed => {
	const world = createWorld(seed);
	const played = await playNights(world, nights).catch(error => {
		tell({seed, error: String(error)});
		throw error;
	});
	const restated = played.flatMap(night => night.restated);
	const account = accountFor(world, played);
	tell({seed, ...account, restated: restated.length});
	expect(account).toMatchObject({missed: [], falseAlarms: []});
	expect(restated).toEqual([]);
});

test.each(numbers)('seed %i: late sessions are reported as restated, figure by figure', async seed => {
	const played = await playNights({seed, size: 2000, first, causes: [], late: '3%/2d', asked: ['daily']}, nights);
	const changed = played.flatMap(night => night.changed);
	tell({seed, late: true, changed: changed.length, restated: played.flatMap(night => night.restated).length});
	for (const night of played) expect(night.restated.map(([, what]) => what).sort()).toEqual(night.changed.toSorted());
	expect(changed.length).toBeGreaterThan(count / 10);
});
