import {defineReport} from '../define-report.ts';
import {comparison, from, to} from '../request/flags.ts';
import {currentFlags, currentParts} from './current.ts';

export const command = defineReport({
	path: 'generic/dateRange',
	endpoint: async () => (await import('../../contract/operations/current-report.ts')).dateRange,
	description:
		'How many installations were new, active or lost in a range of days, which need not end now: as report current, and with --compare against another range. Only later services have this report.',
	examples: [
		{line: 'usagectl report range --from 2026-05 --to 2026-05', does: 'new and active installations of May'},
		{
			line: 'usagectl report range --from 2026-05 --to 2026-05 --level prodEdition --compare previous',
			does: 'the same by edition, beside the days before',
		},
		{line: 'usagectl report range --from -12mo --split month -o csv', does: 'month by month, as CSV'},
	],
	flags: {from, to, ...currentFlags, ...comparison},
	...currentParts,
	request: (options, query) => ({...currentParts.request(options, query), stopDate: query.range.last}),
	countsLosses: true,
});
