import {type Argument, type Command, defineCommand, type Example} from '../../cli/definition/command.ts';
import type {Flag, Flags, Options} from '../../cli/definition/flag.ts';
import {requestGroups} from '../../cli/definition/globals.ts';
import type {Endpoint} from '../../contract/operations/endpoint.ts';
import type {ChartRule} from '../../output/chart/chart.ts';
import type {Column, Mark} from '../../output/dataset.ts';
import type {ReportDescriptor} from '../../reports/report-descriptor.ts';
import {getEventHint} from '../../reports/request/report-events.ts';
import type {ReportOptions} from '../../reports/request/report-options.ts';
import {anyDay, findProperties} from '../../reports/request/segmentation.ts';
import {planLayout} from '../../reports/run/report-layout.ts';
import {runReport} from '../../reports/run/run-report.ts';
import {quotaCheck} from './shared-report-flags.ts';

type QuotaFlag = {readonly quotaCheck: typeof quotaCheck};
type ReportFlags = Flags & {readonly from: Flag<string | undefined>};

type CommandParts<F extends ReportFlags> = {
	readonly description: string;
	readonly examples: readonly Example[];
	readonly flags: F;
	/** The event, if it is an argument instead of a flag. */
	readonly args?: readonly Argument[];
	/** Chooses a report with the same columns by the flags. */
	readonly choose?: (options: Options<F>, today: string) => ReportDescriptor;
	/** Names the figures of charts, if the chosen reports have others. */
	readonly chart?: ChartRule;
};

/** Loads the reader of CSV only if it is needed. */
const readMarks = async ({marks: path}: ReportOptions): Promise<readonly Mark[]> =>
	path === undefined ? [] : (await import('../../questions/calendar/marks.ts')).readMarksFile(path);

export function defineReport<F extends ReportFlags, E extends Endpoint>(
	report: ReportDescriptor<E, NoInfer<Options<F>>>,
	{description, examples, flags, args = [], choose, chart = report.chart}: CommandParts<F>,
): Command<F & QuotaFlag> {
	return defineCommand<F & QuotaFlag>({
		description,
		examples,
		takes: [...requestGroups, 'dates', 'expressions', 'rows', 'charts', 'page', 'strict'],
		flags: {...flags, quotaCheck},
		args,
		chart,
		product: 'many',
		isQuestion: true,
		compilesExpressions: true,
		columns: async (options, names): Promise<readonly Column[] | undefined> => {
			const {wide, ...shared}: ReportOptions = options;
			if (wide) return undefined;
			const properties = await findProperties(shared, report.row, names);
			// The columns do not depend on the day.
			const own = choose?.(options, anyDay) ?? (report as ReportDescriptor);
			return properties && planLayout(own, options, {columns: own.columns(options, properties), names}).columns;
		},
		missing: ({event = [], eventsFile}: ReportOptions, words) =>
			report.row.events && args.length === 0 && event.length + words.length === 0 && eventsFile === undefined
				? [{what: 'an event', hint: getEventHint(report.row.family)}]
				: [],
		run: async (options, words, context) => {
			const marks = await readMarks(options);
			return runReport(choose?.(options, context.today) ?? report, {options, words, marks}, context);
		},
	});
}
