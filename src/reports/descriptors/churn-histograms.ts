import type {Example} from '../../cli/definition/command.ts';
import {defineReport} from '../define-report.ts';
import {readHistogram} from '../layouts/histogram.ts';
import {binColumns} from '../report-columns.ts';
import {churnFrom, comparison, filters, lostAfter, lostDate, to} from '../request/flags.ts';

type Histogram = {
	readonly description: string;
	readonly examples: readonly Example[];
	/** The title of the chart. */
	readonly title: string;
};

/** Histograms of lost installations, which differ in their operation only. */
const defineHistogram = (kind: 'days' | 'sessions' | 'runtime', {description, examples, title}: Histogram) =>
	defineReport({
		path: `churn/histogram/${kind}`,
		endpoint: async () => (await import('../../contract/operations/lost-reports.ts')).lost[kind],
		description,
		examples,
		flags: {from: churnFrom, to, lostAfter, lostDate, ...filters, ...comparison},
		request: (_options, {range, lossRule, filters: globalFilters}) => ({
			startDate: range.first,
			stopDate: range.last,
			...lossRule,
			globalFilters,
		}),
		columns: () => binColumns,
		read: ([results = []]) => readHistogram(results),
		chart: {title},
		countsLosses: true,
	});

export const churnDays = defineHistogram('days', {
	description:
		'On how many days the installations that were lost in the range had been active: a count for each bin. The service chooses the bins.',
	examples: [
		{line: 'usagectl report churn days --from -90d --lost-after 30', does: 'losses of the last 90 days'},
		{
			line: "usagectl report churn days --from -1y --lost-after 30 --filter 'prodVersion=4.*' -o csv",
			does: 'those of version 4, as CSV',
		},
	],
	title: 'Lost installations by active days',
});

export const churnSessions = defineHistogram('sessions', {
	description:
		'How many sessions the installations that were lost in the range had: a count for each bin. The service chooses the bins.',
	examples: [
		{line: 'usagectl report churn sessions --from -90d --lost-after 30', does: 'losses of the last 90 days'},
		{
			line: 'usagectl report churn sessions --from last-month --to last-month --lost-after 14 --lost-date declared',
			does: 'losses that were declared last month',
		},
	],
	title: 'Lost installations by sessions',
});

export const churnRuntime = defineHistogram('runtime', {
	description:
		'For how long the installations that were lost in the range had run, in hours and minutes: a count for each bin. The service chooses the bins.',
	examples: [
		{line: 'usagectl report churn runtime --from -90d --lost-after 30', does: 'losses of the last 90 days'},
		{
			line: "usagectl report churn runtime --from -90d --lost-after 30 --filter 'country=US,DE' -o json",
			does: 'those in two countries, as JSON',
		},
	],
	title: 'Lost installations by runtime in hours',
});
