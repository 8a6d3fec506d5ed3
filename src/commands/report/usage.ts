import {toggle} from '../../cli/definition/flag.ts';
import {filter, rangeFlags} from '../../cli/definition/shared-flags.ts';
import {usageDistribution} from '../../reports/usage-distribution.ts';
import {defineReport} from './define-report.ts';
import {comparison} from './shared-report-flags.ts';

const cross = toggle({
	flags: '--cross',
	summary: 'Break each bin down by the bins of the other two distributions',
});

export const command = defineReport(usageDistribution, {
	description:
		'Shows how much the installations active in the range were used, as three distributions (by active days, sessions and hours of use): the number of installations per bin. The service chooses the bins. Needs a newer server: an older one rejects the request.',
	examples: [
		{line: 'usagectl report usage --period last-month', caption: 'usage in the last calendar month'},
		{
			line: "usagectl report usage --from -90d --filter 'prodEdition=Pro' --cross -o csv",
			caption: 'edition Pro, each distribution broken down by the other two, as CSV',
		},
	],
	flags: {...rangeFlags, filter, cross, ...comparison},
});
