import {type Command, defineCommand} from '../cli/definition/command.ts';
import type {Endpoint} from '../contract/operations/endpoint.ts';
import {getReport} from '../contract/reports.ts';
import type {Column} from '../output/dataset.ts';
import {getColumns} from './arrangement.ts';
import type {ReportDescriptor, ReportFlags} from './descriptor.ts';
import {eventHint} from './request/events.ts';
import type {ReportOptions} from './request/flags.ts';
import {findProperties} from './request/segmentation.ts';
import {runReport} from './run-report.ts';

/** The command of a report. The type of its flags follows from `flags` alone, so that other parts may come from elsewhere. */
export function defineReport<E extends Endpoint, F extends ReportFlags>(
	report: ReportDescriptor<E, NoInfer<F>> & {readonly flags: F},
): Command<F> {
	const {description, examples, flags, args = [], chart} = report;
	return defineCommand<F>({
		description,
		examples,
		flags,
		args,
		chart,
		product: 'many',
		columns: async (options, names): Promise<readonly Column[] | undefined> => {
			const {wide, ...shared}: ReportOptions = options;
			if (wide) return undefined;
			const properties = await findProperties(shared, report.path, names);
			return properties && getColumns(report, options, {properties, names}).columns;
		},
		missing: ({event = [], eventsFile}: ReportOptions, words) =>
			getReport(report.path)?.events &&
			args.length === 0 &&
			event.length + words.length === 0 &&
			eventsFile === undefined
				? [{what: 'an event', hint: eventHint}]
				: [],
		run: (options, words, context) => runReport(report, {options, words}, context),
	});
}
