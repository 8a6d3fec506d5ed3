import type {lost} from '../../../contract/lost-reports.ts';
import type {ReportPath} from '../../../contract/reports.ts';
import {defineCommand, type Example} from '../../command.ts';
import {askReport} from '../ask.ts';
import {binColumns} from '../columns.ts';
import {compare, resolveBaseline} from '../compare.ts';
import {resolveRange} from '../dates.ts';
import {resolveFilters} from '../expressions.ts';
import {getFacts} from '../facts.ts';
import {readHistogram} from '../layouts/histogram.ts';
import {getLostRule} from '../lost.ts';
import {filters, from, lostAfter, lostDate, to} from '../options.ts';

type Kind = 'days' | 'sessions' | 'runtime';

/** The three histograms of lost installations differ in their operation and in nothing else. */
export const lostHistogram = (
	kind: Kind,
	{description, examples}: {readonly description: string; readonly examples: readonly Example[]},
) =>
	defineCommand({
		description,
		examples,
		flags: {from, to, lostAfter, lostDate, ...filters, compare},
		product: 'many',
		columns: options => (options.compare ? undefined : binColumns),
		run: async (options, _args, context) => {
			const report: ReportPath = `churn/histogram/${kind}`;
			const rule = getLostRule(options, context.globals.lostAfter);
			const filter = await resolveFilters(options, report, context);
			const range = await resolveRange(options, context);
			const request = {startDate: range.first, stopDate: range.last, ...rule, globalFilters: filter.json};
			return askReport<(typeof lost)[Kind]>(
				{
					load: async () => (await import('../../../contract/lost-reports.ts')).lost[kind],
					requests: [request],
					columns: binColumns,
					read: ([answer]) => readHistogram(answer?.results ?? []),
					baseline: await resolveBaseline(options.compare, range, context),
					about: {
						report: `report churn ${kind}`,
						facts: getFacts({range, lost: rule, filter: filter.canonical}),
						surprises: filter.surprises,
						notes: filter.notes,
					},
				},
				context,
			);
		},
	});
