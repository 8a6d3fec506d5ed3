import {expect, test} from 'vitest';
import {toMessage} from '../../../src/questions/notify/change-message.ts';
import type {Notice} from '../../../src/questions/notify/notice.ts';

const notice: Notice = {
	...{
		id: '0123456789abcdef01234567',
		event: 'fail',
		question: 'active',
		title: 'Active',
		product: null,
		verdict: 'fail',
	},
	figure: {name: 'Active', value: 1683, before: 1700, since: '2026-11-28'},
	...{
		reason: 'Active 1,683, under the minimum of 99,999',
		caveats: [],
		day: '2026-11-29',
		taken: '',
		isSynthetic: false,
	},
};

test('a message names a change only if there is one', () => {
	const namesOf = (each: Notice) => toMessage(each).facts.map(([name]) => name);
	expect(namesOf(notice)).toEqual(['Figure', 'Change', 'Result of', 'Outcome']);
	const unchanged = {...notice, figure: {...notice.figure, before: 1683}};
	expect(namesOf(unchanged)).toEqual(['Figure', 'Result of', 'Outcome']);
});
