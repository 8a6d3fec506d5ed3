import {dates, filters, segments} from './topics/expressions.ts';
import {archive, csv, output} from './topics/output.ts';
import {cron, environment, exitCodesText, sandbox} from './topics/running.ts';

/** What `help TOPIC` prints, in the order in which the root help names them. */
export const topics: Readonly<Record<string, () => string>> = {
	filters: () => filters,
	segments: () => segments,
	dates: () => dates,
	output: () => output,
	csv: () => csv,
	environment,
	'exit-codes': exitCodesText,
	cron: () => cron,
	sandbox: () => sandbox,
	archive: () => archive,
};
