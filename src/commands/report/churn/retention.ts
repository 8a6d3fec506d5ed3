import type {engagement} from '../../../contract/churn-report.ts';
import type {Column} from '../../../output/dataset.ts';
import {defineCommand} from '../../command.ts';
import type {Options} from '../../flag.ts';
import {askReport} from '../ask.ts';
import {count, percent, segmentColumn} from '../columns.ts';
import {compare, resolveBaseline} from '../compare.ts';
import {resolveRange} from '../dates.ts';
import {resolveFilters} from '../expressions.ts';
import {getFacts} from '../facts.ts';
import {readRetention} from '../layouts/retention.ts';
import {getLostAfter} from '../lost.ts';
import {filters, from, lostAfter, segments, split, to, wide} from '../options.ts';
import {findSegmentProperty, resolveSegments} from '../segmentation.ts';

const report = 'engagement/churnAndEngagement';
const flags = {
	from,
	to,
	lostAfter,
	split: split.month,
	...filters,
	...segments,
	wide: wide('a row for each cohort, a column for each period with the engaged in percent'),
	compare,
};

function getColumns(
	{split: period}: Pick<Options<typeof flags>, 'split'>,
	property: string | undefined,
): readonly Column[] {
	return [
		...(property === undefined ? [] : [segmentColumn(property)]),
		{key: 'period', title: 'Period', kind: 'period', unit: period},
		count('engaged', 'installations'),
		percent('engagedPercent'),
		count('lost', 'installations'),
		percent('lostPercent'),
	];
}

/** Cohorts down, periods across; what is engaged in period 0 is the cohort. */
const triangle = {
	across: 'period',
	figure: 'engagedPercent',
	size: {figure: 'engaged', column: {...count('installations', 'installations')}},
};

export const churnRetention = defineCommand({
	description:
		'Of those who installed in the range: how many were still engaged after each day, week or month, and how many were lost. Period 0 is that of the installation. Cohorts by date (installationMonth, installationWeek) have fewer periods the younger they are. Without --segment the service takes the top values of the property.',
	examples: [
		{
			line: 'usagectl report churn --from -6mo --lost-after 30 --segment-by installationMonth',
			does: 'cohorts by month of installation',
		},
		{
			line: 'usagectl report churn retention --from -6mo --lost-after 30 --segment-by installationMonth --wide',
			does: 'the same as a triangle of percentages',
		},
		{
			line: "usagectl report churn --from -12w --split week --lost-after 14 --segment-by prodEdition --segment 'Home, Pro' -o csv",
			does: 'two editions by week, as CSV',
		},
	],
	flags,
	product: 'many',
	columns: async options =>
		options.wide || options.compare ? undefined : getColumns(options, await findSegmentProperty(options, report)),
	run: async (options, _args, context) => {
		const daysUntilDeclaredLost = getLostAfter(options.lostAfter, context.globals.lostAfter);
		const filter = await resolveFilters(options, report, context);
		const segmentation = await resolveSegments(options, report, context);
		const range = await resolveRange(options, context);
		const property = segmentation?.json.segmentBy;
		const request = {
			startDate: range.first,
			stopDate: range.last,
			daysUntilDeclaredLost,
			dateSplit: options.split,
			globalFilters: filter.json,
			...segmentation?.json,
		};
		return askReport<typeof engagement>(
			{
				load: async () => (await import('../../../contract/churn-report.ts')).engagement,
				requests: [request],
				columns: getColumns(options, property),
				read: ([answer]) => readRetention(answer?.results ?? [], property !== undefined),
				baseline: await resolveBaseline(options.compare, range, context),
				about: {
					report: 'report churn retention',
					facts: getFacts({
						range,
						lost: {daysUntilDeclaredLost},
						split: options.split,
						filter: filter.canonical,
						segments: segmentation ? [segmentation.canonical] : [],
					}),
					surprises: filter.surprises,
					notes: [...filter.notes, ...(segmentation?.notes ?? [])],
				},
				pivot: options.wide ? {...triangle, subject: property === undefined ? [] : [property]} : undefined,
			},
			context,
		);
	},
});
