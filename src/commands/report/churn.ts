import type {Example} from '../../cli/definition/command.ts';
import {churnRangeFlags, filter} from '../../cli/definition/shared-flags.ts';
import {lostEvents} from '../../reports/lost-events.ts';
import {lostDays, lostEvent, lostRuntime, lostSessions} from '../../reports/lost-histograms.ts';
import {retention} from '../../reports/retention/retention.ts';
import {defineReport} from './define-report.ts';
import {
	comparison,
	groupBy,
	interval,
	losses,
	lostAfter,
	ranking,
	segments,
	sort,
	split,
	wide,
} from './shared-report-flags.ts';

const flags = {...churnRangeFlags, ...losses, filter, ...comparison};

const defineHistogram = (report: typeof lostDays, by: string, examples: readonly Example[]) =>
	defineReport(report, {
		description: `Shows the distribution of the installations lost in the range by ${by}: the number of installations per bin. The service chooses the bins.`,
		examples,
		flags,
	});

export const churnDays = defineHistogram(lostDays, 'active days', [
	{line: 'usagectl report churn days --from -90d', caption: 'losses of the last 90 days and today'},
	{
		line: "usagectl report churn days --from -1y --filter 'prodVersion=4.*' -o csv",
		caption: 'losses of version 4, as CSV',
	},
]);

export const churnSessions = defineHistogram(lostSessions, 'number of sessions', [
	{line: 'usagectl report churn sessions --from -90d', caption: 'losses of the last 90 days and today'},
	{
		line: 'usagectl report churn sessions --period last-month --lost-after 14 --lost-date declared',
		caption: 'losses declared last month',
	},
]);

export const churnRuntime = defineHistogram(lostRuntime, 'runtime, in hours and minutes', [
	{line: 'usagectl report churn runtime --from -90d', caption: 'losses of the last 90 days and today'},
	{
		line: "usagectl report churn runtime --from -90d --filter 'country=US,DE' -o json",
		caption: 'losses in two countries, as JSON',
	},
]);

export const churnRetention = defineReport(retention, {
	description:
		'Shows how many of the installations that were new in the range were still in use after each day, week or month (engaged), and how many were lost. Period 0 is the one in which the installation was new. Each period counts the months (or weeks) of installation whose losses are known at that age; with --segment-by PROPERTY, each of these is one request. Break down by installationMonth or installationWeek to see cohorts by date; later cohorts have fewer periods. Without --segment, --segment-by shows every value of the property, or, for a number such as ram, the values that the service chooses.',
	examples: [
		{
			line: 'usagectl report churn retention --from -6mo --segment-by installationMonth',
			caption: 'cohorts by month of installation',
		},
		{
			line: 'usagectl report churn retention --from -6mo --segment-by installationMonth --wide',
			caption: 'the same cohorts, with percentages, one column per month',
		},
		{
			line: "usagectl report churn retention --from -12w --split week --lost-after 14 --segment-by prodEdition --segment 'Home, Pro' -o csv",
			caption: 'two editions by week, as CSV',
		},
		{
			line: 'usagectl report churn retention --from -6mo --segment-by prodEdition --interval --html retention.html',
			caption: 'a page that shows how precise the percentages are',
		},
	],
	flags: {
		...churnRangeFlags,
		lostAfter,
		filter,
		...segments,
		split: split.month,
		wide: wide('Show a row per cohort, oldest first, and a column per period, with the percentage engaged'),
		...comparison,
		interval,
	},
});

export const churnEvents = defineReport(lostEvents, {
	description:
		'Shows how often the installations lost in the range had used each event during their lifetime, and how many had never used it. Covers only events that the product marks as advanced; on newer servers, `props events --advanced` lists them.',
	examples: [
		{
			line: 'usagectl report churn events --from -90d --sort eventCounts:desc',
			caption: 'losses of the last 90 days and today, most used events first',
		},
		{
			line: 'usagectl report churn events --from -90d --segment-by prodEdition -o csv',
			caption: 'by edition, as CSV',
		},
	],
	flags: {
		...churnRangeFlags,
		...losses,
		filter,
		...segments,
		groupBy,
		...comparison,
		sort: sort(
			['alpha', 'eventCounts'],
			'Sort by alpha (name), eventCounts (uses) or any column; add :desc for descending order',
		),
		...ranking,
		interval,
	},
});

export const churnEvent = defineReport(lostEvent, {
	description:
		'Shows the distribution of the installations lost in the range by uses of one event, or of a sum of events, during their lifetime: the number of installations per bin. The service chooses the bins. Covers only events that the product marks as advanced; on newer servers, `props events --advanced` lists them.',
	examples: [
		{line: "usagectl report churn event 'Export/PDF' --from -90d", caption: 'uses of one event'},
		{
			line: "usagectl report churn event 'Any export = Export/PDF + Export/~^Pr' --from -1y",
			caption: 'uses of several events, added up',
		},
	],
	flags: {...churnRangeFlags, ...losses, filter, groupBy, ...comparison},
	args: [{name: '<event>', summary: "Event as Category/Name, or a sum: 'Label = A/b + C/d'", complete: 'expression'}],
});
