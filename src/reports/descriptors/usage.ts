import {toggle} from '../../cli/definition/flag.ts';
import type {Column} from '../../output/dataset.ts';
import {defineReport} from '../define-report.ts';
import {readDistribution} from '../layouts/distribution.ts';
import {binColumn, histogramColumn, installationsColumn} from '../report-columns.ts';
import {comparison, filters, from, to} from '../request/flags.ts';

const cross = toggle({
	flags: '--cross',
	summary: 'a row for each bin of the other two histograms instead, within each bin',
});

const crossColumns: readonly Column[] = [
	{key: 'other', title: 'By', kind: 'text'},
	{key: 'otherBin', title: 'Its bin', kind: 'bin'},
];

export const command = defineReport({
	path: 'engagement/usageDistribution',
	endpoint: async () => (await import('../../contract/operations/churn-report.ts')).usageDistribution,
	description:
		'On how many days, in how many sessions and for how many hours the installations that were active in the range were in use: a count for each bin of each. The service chooses the bins. Only later services have this report.',
	examples: [
		{line: 'usagectl report usage --from 2026-05 --to 2026-05', does: 'how much the product was used in May'},
		{
			line: "usagectl report usage --from -90d --filter 'prodEdition=Pro' --cross -o csv",
			does: 'those with Pro, each histogram split by the other two, as CSV',
		},
	],
	flags: {from, to, ...filters, cross, ...comparison},
	request: (_options, {range, filters: globalFilters}) => ({
		startDate: range.first,
		stopDate: range.last,
		globalFilters,
	}),
	columns: ({cross: isCrossed}) => [
		histogramColumn,
		binColumn,
		...(isCrossed ? crossColumns : []),
		installationsColumn,
	],
	read: ([results = []], {cross: isCrossed}) => readDistribution(results, isCrossed),
	chart: {title: 'Active installations by usage'},
});
