import {fill, section} from './layout.ts';
import {archive} from './topics/archive-topic.ts';
import {assistants} from './topics/assistants.ts';
import {cron} from './topics/cron.ts';
import {dates, filters, propertiesText, segments} from './topics/language.ts';
import {csv, output} from './topics/output.ts';
import {query} from './topics/query-topic.ts';
import {questions} from './topics/questions.ts';
import {environment, exitCodesText, sandbox} from './topics/running.ts';
import {scheduler} from './topics/scheduler.ts';

type Topic = {readonly summary: string; readonly text: () => string};

const table: Readonly<Record<string, Topic>> = {
	filters: {summary: 'Write filters: operators, lists, ranges, null', text: () => filters},
	properties: {summary: 'The properties that filters and segments can use', text: propertiesText},
	segments: {summary: 'Break a report down by a property', text: () => segments},
	dates: {summary: 'Write dates, ranges and time zones', text: () => dates},
	output: {summary: 'Choose columns, formats, charts and pages', text: () => output},
	csv: {summary: 'Export and import CSV, and import Excel files', text: () => csv},
	environment: {summary: 'Environment variables, settings and files', text: environment},
	'exit-codes': {summary: 'What each exit code means', text: exitCodesText},
	cron: {summary: 'Run unattended, from cron or systemd', text: () => cron},
	scheduler: {summary: 'Run unattended, from the Windows Task Scheduler', text: () => scheduler},
	query: {summary: 'SQL over crashes, events, keys, installations and results', text: query},
	questions: {summary: 'Save reports as questions and check their results', text: () => questions},
	sandbox: {summary: 'The local sandbox and its tables', text: () => sandbox},
	archive: {summary: 'The local archive of crash reports and custom events', text: () => archive},
	assistants: {summary: 'Connect an AI assistant', text: () => assistants},
};

export const topicSummaries: Readonly<Record<string, string>> = Object.fromEntries(
	Object.entries(table).map(([name, {summary}]) => [name, summary]),
);

export const topics: Readonly<Record<string, () => string>> = Object.fromEntries(
	Object.entries(table).map(([name, {text}]) => [name, () => `${fill(text().trimEnd())}\n`]),
);

/** Pages that are made from the command tree or a table. */
export const pageSummaries = {
	examples: 'Show command lines for common tasks, ready to paste',
	flags: 'Show the common flags of all commands',
	schema: 'Print the JSON Schema of usagectl.yaml, for editors',
	skill: 'Print instructions for AI agents, in the format of Agent Skills',
};

export const topicsHelp = (): string =>
	`Topics of usagectl help TOPIC\n${section('Topics', [...Object.entries(topicSummaries), ...Object.entries(pageSummaries)])}
Pages named docs/… are at https://github.com/usagectl/usagectl/tree/main/docs
`;
