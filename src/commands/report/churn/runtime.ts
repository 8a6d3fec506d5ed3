import {lostHistogram} from './histogram.ts';

export const churnRuntime = lostHistogram('runtime', {
	description:
		'For how long the installations that were lost in the range had run, in hours and minutes: a count for each bin. The service chooses the bins.',
	examples: [
		{line: 'usagectl report churn runtime --from -90d --lost-after 30', does: 'losses of the last 90 days'},
		{
			line: "usagectl report churn runtime --from -90d --lost-after 30 --filter 'country=US,DE' -o json",
			does: 'those in two countries, as JSON',
		},
	],
});
