import type {Example} from '../../cli/definition/command.ts';
import {churnRangeFlags, filter} from '../../cli/definition/range-flags.ts';
import {lostDays, lostRuntime, lostSessions} from '../../reports/lost-histograms.ts';
import {defineReport} from './define-report.ts';
import {comparison, losses} from './shared-report-flags.ts';

const flags = {...churnRangeFlags, ...losses, filter, ...comparison};

const defineHistogram = (report: typeof lostDays, by: string, examples: readonly Example[]) =>
	defineReport(report, {
		description: `Shows the distribution of the installations lost in the range by ${by}: the number of installations per bin. The service chooses the bins.`,
		examples,
		flags,
	});

export const churnDays = defineHistogram(lostDays, 'active days', [
	{line: 'usagectl report churn days --from -90d', caption: 'losses of the last 90 days'},
	{
		line: "usagectl report churn days --from -1y --filter 'prodVersion=4.*' -o csv",
		caption: 'losses of version 4, as CSV',
	},
]);

export const churnSessions = defineHistogram(lostSessions, 'number of sessions', [
	{line: 'usagectl report churn sessions --from -90d', caption: 'losses of the last 90 days'},
	{
		line: 'usagectl report churn sessions --period last-month --lost-after 14 --lost-date declared',
		caption: 'losses declared last month',
	},
]);

export const churnRuntime = defineHistogram(lostRuntime, 'runtime, in hours and minutes', [
	{line: 'usagectl report churn runtime --from -90d', caption: 'losses of the last 90 days'},
	{
		line: "usagectl report churn runtime --from -90d --filter 'country=US,DE' -o json",
		caption: 'losses in two countries, as JSON',
	},
]);
