import {lostHistogram} from './histogram.ts';

export const churnDays = lostHistogram('days', {
	description:
		'On how many days the installations that were lost in the range had been active: a count for each bin. The service chooses the bins.',
	examples: [
		{line: 'usagectl report churn days --from -90d --lost-after 30', does: 'losses of the last 90 days'},
		{
			line: "usagectl report churn days --from -1y --lost-after 30 --filter 'prodVersion=4.*' -o csv",
			does: 'those of version 4, as CSV',
		},
	],
});
