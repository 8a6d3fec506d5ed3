import {fill} from './layout.ts';
import {assistants} from './topics/assistants.ts';
import {cron} from './topics/cron.ts';
import {dates, filters, propertiesText, segments} from './topics/language.ts';
import {archive, csv, output} from './topics/output.ts';
import {questions} from './topics/questions.ts';
import {environment, exitCodesText, sandbox} from './topics/running.ts';
import {scheduler} from './topics/scheduler.ts';

const texts: Readonly<Record<string, () => string>> = {
	filters: () => filters,
	properties: propertiesText,
	segments: () => segments,
	dates: () => dates,
	output: () => output,
	csv: () => csv,
	environment,
	'exit-codes': exitCodesText,
	cron: () => cron,
	scheduler: () => scheduler,
	questions: () => questions,
	sandbox: () => sandbox,
	archive: () => archive,
	assistants: () => assistants,
};

/** The texts of `help TOPIC`, in the order of the root help. */
export const topics: Readonly<Record<string, () => string>> = Object.fromEntries(
	Object.entries(texts).map(([name, text]) => [name, () => `${fill(text().trimEnd())}\n`]),
);
