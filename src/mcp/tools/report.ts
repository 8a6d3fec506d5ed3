import {z} from 'zod';
import type {Command} from '../../cli/definition/command.ts';
import type {Flag, Flags} from '../../cli/definition/flag.ts';
import {globalFlags} from '../../cli/definition/globals.ts';
import {getReport, reportNames} from '../../contract/reports.ts';
import {CliError} from '../../errors.ts';
import {nearNames, suggestion} from '../../text/near-names.ts';
import {type Arguments, argumentsOf, pageOf, paging, positional, wordsOf} from '../arguments.ts';
import type {Tool} from '../tool.ts';

/** Flags that name files or only change how rows are shown. */
const leftOut = ['eventsFile', 'wide', 'quotaCheck', 'marks'];
const {product, fields, clamp} = globalFlags;
const common = {product, fields, clamp};

function mergeFlags(commands: readonly Command[]): Flags {
	const merged = new Map<string, Flag>();
	for (const [name, flag] of commands.flatMap(({flags}) => Object.entries(flags))) {
		if (leftOut.includes(name)) continue;
		if (!merged.has(name)) merged.set(name, flag);
	}
	return {...Object.fromEntries(merged), ...common};
}

export function findReport(name: string): string {
	const found = getReport(name);
	if (found) return found.command;
	throw new CliError('usage', `there is no report '${name}'`, {
		...suggestion(nearNames(name, reportNames), `the reports are ${reportNames.join(', ')}`),
		code: 'unknown-report',
	});
}

const narrow = "a filter, a shorter range, 'each * limit 10' in a level, top, or fewer fields";

/** Covers all reports through the flags of their commands. `load` returns the command of a path. */
export async function createReportTool(load: (path: string) => Promise<Command>): Promise<Tool> {
	const paths = reportNames.map(name => `report ${name}`);
	const commands = new Map(await Promise.all(paths.map(async path => [path, await load(path)] as const)));
	const input = z.strictObject({
		report: z.string().describe(`One of: ${reportNames.join('; ')}`),
		...argumentsOf(mergeFlags([...commands.values()])),
		chart: z.boolean().optional().describe('Return a text chart instead of the rows'),
		...paging,
	});
	const tool: Tool<typeof input> = {
		name: 'report',
		title: 'Run a report',
		description:
			'Runs one report of product usage and returns its rows with sums, shares and notes about the limits of the figures. ' +
			'current: new, active and lost installations until now or in a range, by up to three levels of segments. churn retention: how many installations stay, by cohort. churn days, sessions, runtime, events, event: what lost installations did before. events table, timeline, frequency: use of features. ' +
			"Each report takes some of the arguments: describe {about: 'report', name} lists them with examples. Filters and segments are expressions of a small language: describe {about: 'topic', name: 'filters'} or 'segments', and check_filter checks one without a report.",
		input,
		call: async ({report, offset, limit, chart, ...typed}, session) => {
			const {event, ...args}: Arguments = typed;
			const path = findReport(report);
			const command = commands.get(path);
			const events = event === undefined ? [] : [event].flat().map(String);
			const takesWords = (command?.args ?? []).length > 0;
			const words = [
				...path.split(' '),
				...wordsOf(args),
				...(takesWords ? positional(events, 'event') : wordsOf({event: events})),
			];
			if (chart) return session.answer({words: [...words, '--chart'], form: 'text'});
			const isRanked = command?.flags.share !== undefined && args.compare === undefined;
			return session.answer({
				words,
				form: 'rows',
				page: {...pageOf({offset, limit}, session.maxRows), ...(isRanked ? {sums: 'all'} : {})},
				narrow,
			});
		},
	};
	return tool;
}
