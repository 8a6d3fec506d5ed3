import {expect, test} from 'vitest';
import {addDays} from '../../src/calendar.ts';
import {accountFor, playNights, type World} from '../support/data/nights.ts';

/** A few nights of what test/soak/questions.test.ts plays for sixty. */

/** On a busy machine nights take their time. */
const limit = 300_000;

const first = '2026-06-08';
const eve = addDays(first, 7);

test(
	'scenarios are found on their first full day, without false alarms',
	async () => {
		const world: World = {
			...{seed: 3, size: 6000, first},
			causes: [
				{kind: 'departure', country: 'US', after: eve},
				{kind: 'crash', version: '5.0', platform: 'Windows', percent: 90, from: addDays(eve, 1)},
				{kind: 'unused', category: 'Files', name: 'Open', after: eve},
			],
			asked: ['active-by-country', 'events', 'crashes', 'keys-over-quota', 'new-by-day', 'unfinished'],
		};
		const nights = await playNights(world, [0, 1, 2, 9]);
		expect(accountFor(world, nights)).toMatchObject({missed: [], falseAlarms: []});
		// The same nights are full of false alarms where nothing was planted.
		expect(accountFor({causes: []}, nights).falseAlarms).toHaveLength(3);
		expect(nights.flatMap(({restated}) => restated)).toEqual([]);
	},
	limit,
);

test(
	'late sessions are reported as restated, figure by figure',
	async () => {
		const nights = await playNights(
			{seed: 4, size: 300, first, causes: [], late: '40%/2d', asked: ['daily']},
			[0, 1, 2],
		);
		for (const {restated, changed} of nights)
			expect(restated.map(([, what]) => what).sort()).toEqual(changed.toSorted());
		expect(nights.flatMap(({changed}) => changed).length).toBeGreaterThan(1);
	},
	limit,
);
