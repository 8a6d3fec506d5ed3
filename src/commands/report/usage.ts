import {toggle} from '../../cli/definition/flag.ts';
import {filters, from, to} from '../../cli/definition/range-flags.ts';
import {usageDistribution} from '../../reports/usage-distribution.ts';
import {defineReport} from './define-report.ts';
import {comparison} from './report-flags.ts';

const cross = toggle({
	flags: '--cross',
	summary: 'a row for each bin of the other two histograms instead, within each bin',
});

export const command = defineReport(usageDistribution, {
	description:
		'On how many days, in how many sessions and for how many hours the installations that were active in the range were in use: a count for each bin of each. The service chooses the bins. Only later services have this report.',
	examples: [
		{line: 'usagectl report usage --from 2026-05 --to 2026-05', caption: 'how much the product was used in May'},
		{
			line: "usagectl report usage --from -90d --filter 'prodEdition=Pro' --cross -o csv",
			caption: 'those with Pro, each histogram split by the other two, as CSV',
		},
	],
	flags: {from, to, ...filters, cross, ...comparison},
});
