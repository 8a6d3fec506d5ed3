import type {Endpoint} from '../../contract/endpoint.ts';
import type {Column} from '../../output/dataset.ts';
import {type Command, defineCommand} from '../command.ts';
import type {ReportDescriptor, ReportFlags} from './descriptor.ts';
import type {ReportOptions} from './request/options.ts';
import {findProperties} from './request/segmentation.ts';
import {runReport} from './run-report.ts';

/** The command of a report. */
export function defineReport<E extends Endpoint, F extends ReportFlags>(report: ReportDescriptor<E, F>): Command<F> {
	const {description, examples, flags, args = [], chart} = report;
	return defineCommand<F>({
		description,
		examples,
		flags,
		args,
		chart,
		product: 'many',
		columns: async (options): Promise<readonly Column[] | undefined> => {
			const {wide, compare, ...shared}: ReportOptions = options;
			if (wide || compare !== undefined) return undefined;
			return report.columns(options, await findProperties(shared, report.path));
		},
		run: (options, words, context) => runReport(report, {options, words}, context),
	});
}
