import {from, to} from '../../cli/definition/range-flags.ts';
import {range} from '../../reports/current.ts';
import {currentFlags} from './current.ts';
import {defineReport} from './define-report.ts';
import {comparison} from './report-flags.ts';

export const command = defineReport(range, {
	description:
		'How many installations were new, active or lost in a range of days, which need not end now: as report current, and with --compare against another range. Only later services have this report.',
	examples: [
		{line: 'usagectl report range --from 2026-05 --to 2026-05', caption: 'new and active installations of May'},
		{
			line: 'usagectl report range --from 2026-05 --to 2026-05 --level prodEdition --compare previous',
			caption: 'the same by edition, beside the days before',
		},
		{line: 'usagectl report range --from -12mo --split month -o csv', caption: 'month by month, as CSV'},
	],
	flags: {from, to, ...currentFlags, ...comparison},
});
