import {churnFrom, filters, to} from '../../cli/definition/range-flags.ts';
import {lostDays, lostRuntime, lostSessions} from '../../reports/lost-histograms.ts';
import {defineReport} from './define-report.ts';
import {comparison, lostAfter, lostDate} from './report-flags.ts';

const flags = {from: churnFrom, to, lostAfter, lostDate, ...filters, ...comparison};

export const churnDays = defineReport(lostDays, {
	description:
		'On how many days the installations that were lost in the range had been active: a count for each bin. The service chooses the bins.',
	examples: [
		{line: 'usagectl report churn days --from -90d --lost-after 30', caption: 'losses of the last 90 days'},
		{
			line: "usagectl report churn days --from -1y --lost-after 30 --filter 'prodVersion=4.*' -o csv",
			caption: 'those of version 4, as CSV',
		},
	],
	flags,
});

export const churnSessions = defineReport(lostSessions, {
	description:
		'How many sessions the installations that were lost in the range had: a count for each bin. The service chooses the bins.',
	examples: [
		{line: 'usagectl report churn sessions --from -90d --lost-after 30', caption: 'losses of the last 90 days'},
		{
			line: 'usagectl report churn sessions --from last-month --to last-month --lost-after 14 --lost-date declared',
			caption: 'losses that were declared last month',
		},
	],
	flags,
});

export const churnRuntime = defineReport(lostRuntime, {
	description:
		'For how long the installations that were lost in the range had run, in hours and minutes: a count for each bin. The service chooses the bins.',
	examples: [
		{line: 'usagectl report churn runtime --from -90d --lost-after 30', caption: 'losses of the last 90 days'},
		{
			line: "usagectl report churn runtime --from -90d --lost-after 30 --filter 'country=US,DE' -o json",
			caption: 'those in two countries, as JSON',
		},
	],
	flags,
});
