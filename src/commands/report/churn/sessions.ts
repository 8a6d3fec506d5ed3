import {lostHistogram} from './histogram.ts';

export const churnSessions = lostHistogram('sessions', {
	description:
		'How many sessions the installations that were lost in the range had: a count for each bin. The service chooses the bins.',
	examples: [
		{line: 'usagectl report churn sessions --from -90d --lost-after 30', does: 'losses of the last 90 days'},
		{
			line: 'usagectl report churn sessions --from last-month --to last-month --lost-after 14 --lost-date declared',
			does: 'losses that were declared last month',
		},
	],
});
