import {z} from 'zod';
import {reportNames} from '../../contract/reports.ts';
import {CliError} from '../../errors.ts';
import {topics} from '../../reference/topics.ts';
import {pageOf, paging, positional, validateText} from '../arguments.ts';
import type {Tool} from '../tool.ts';
import type {ToolSession} from '../tool-session.ts';
import {findReport} from './report.ts';

const subjects = ['overview', 'report', 'properties', 'values', 'events', 'topic'] as const;

const input = z.strictObject({
	about: z.enum(subjects).optional().describe('Subject (default: overview)'),
	name: z.string().optional().describe('Name of the report, property (for its values) or topic'),
	match: z
		.string()
		.optional()
		.describe('Return only rows that contain this text; for values, a pattern: 4.* or ~regex'),
	...paging,
});
type Arguments = z.output<typeof input>;

/** A small default, because these lists are for looking things up. */
const usualListed = 60;

function nameOf({about, name}: Arguments, example: string): string {
	if (name !== undefined) return name;
	throw new CliError('usage', `${about} requires a name`, {
		hint: `such as {"about": "${about}", "name": "${example}"}`,
	});
}

const overview = (summaryOf: (path: string) => string) =>
	[
		'Reports (tool report):',
		...reportNames.map(name => `  ${name}: ${summaryOf(`report ${name}`)}`),
		'',
		"Their arguments and examples: describe {about: 'report', name: 'churn retention'}",
		"Properties for filters and segments: describe {about: 'properties'}; the values of one property: {about: 'values', name: 'prodEdition'}",
		"Events of the product: describe {about: 'events', match: 'export'}",
		`Topics: describe {about: 'topic', name: 'filters'}: ${Object.keys(topics).join(', ')}`,
		'',
		'Dates: 2026-03-15, 2026-03, -90d, last-month, oldest … today; topic dates.',
		'Check expressions with check_filter before running a report.',
	].join('\n');

type Describe = (args: Arguments, session: ToolSession) => Promise<string>;

const createSubjects = (
	summaryOf: (path: string) => string,
): Readonly<Record<(typeof subjects)[number], Describe>> => ({
	overview: async ({offset}, session) => session.answerText(['help'], overview(summaryOf), offset),
	report: async (args, session) =>
		session.answer({
			words: ['help', ...findReport(nameOf(args, 'current')).split(' ')],
			form: 'own text',
			page: {offset: args.offset ?? 0},
		}),
	properties: async (args, session) =>
		session.answer({
			words: ['props', 'list', '--fields=name,friendlyName,filterType,units'],
			form: 'rows',
			page: {...pageOf(args, session.maxRows, usualListed), match: args.match},
			narrow: 'match a part of the name',
		}),
	values: async (args, session) =>
		session.answer({
			words: [
				'props',
				'values',
				...(args.match === undefined ? [] : [`--match=${validateText(args.match, 'match')}`]),
				...positional([nameOf(args, 'prodVersion')], 'name'),
			],
			form: 'rows',
			page: pageOf(args, session.maxRows, usualListed),
			narrow: 'match a pattern such as 4.*',
		}),
	events: async (args, session) =>
		session.answer({
			words: ['report', 'events', 'table', '--from=-90d', '--fields=category,name,cumulativeUsageCount'],
			form: 'rows',
			page: {...pageOf(args, session.maxRows, usualListed), match: args.match},
			narrow: 'match a part of the name',
		}),
	topic: async (args, session) =>
		session.answer({
			words: ['help', ...positional([nameOf(args, 'filters')], 'name')],
			form: 'own text',
			page: {offset: args.offset ?? 0},
		}),
});

export function createDescribe(summaryOf: (path: string) => string): Tool<typeof input> {
	const bySubject = createSubjects(summaryOf);
	return {
		name: 'describe',
		title: 'Describe reports, properties and events',
		description:
			'Start here. Lists reports, the arguments of a report, the properties for filters and segments, the values that ' +
			'occur in a property, the events of the product, and help topics (filters, segments, dates, …), in small pages.',
		input,
		call: async (args, session) => bySubject[args.about ?? 'overview'](args, session),
	};
}
