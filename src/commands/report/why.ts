import {type Context, defineCommand, type Outcome} from '../../cli/definition/command.ts';
import {optional, withDefault} from '../../cli/definition/flag.ts';
import {integer, listOf, oneOf, text} from '../../cli/definition/flag-values.ts';
import {requestGroups} from '../../cli/definition/globals.ts';
import {filter, rangeFlags} from '../../cli/definition/shared-flags.ts';
import {notSentNote} from '../../client/request-printed.ts';
import type {GlobalFilters} from '../../contract/filter-schemas.ts';
import {CliError, collectErrors, exitCodes} from '../../errors.ts';
import {formatCommandLine, serviceWords} from '../../lines/line-words.ts';
import {dataset} from '../../output/dataset.ts';
import {isForPeople} from '../../output/formats.ts';
import {readCrashed} from '../../release/crashed-ranges.ts';
import {explainNew, validateArchive} from '../../release/release-archive.ts';
import {defaultLostAfter} from '../../reports/request/loss-rule.ts';
import {getEventHint, resolveEvents} from '../../reports/request/report-events.ts';
import {createExpressions, resolveFilters} from '../../reports/request/report-expressions.ts';
import {listBreakable} from '../../reports/why/breakable-properties.ts';
import {findNamed, keepAccepted, readProperties, sortByImportance} from '../../reports/why/choose-breakables.ts';
import {runWhy} from '../../reports/why/run-why.ts';
import {type FigureName, figureNames, type WhyFigure, whyFigures} from '../../reports/why/why-figures.ts';
import {findDoubt, getWhyEnds, type Measure, resolveWhyRanges} from '../../reports/why/why-range.ts';
import {getWhyColumns, whyChart} from '../../reports/why/why-rows.ts';
import {nearNames, suggestion} from '../../text/near-names.ts';
import {releaseFlags} from '../release/shared-release-flags.ts';
import {event, lostAfter} from './shared-report-flags.ts';

const minCalls = 6;

/** A saved result and a chart have all rows, so that they add up. */
const isTable = ({globals: {output, chart, html, limit}, questionFolder}: Context) =>
	isForPeople(output) && questionFolder === undefined && !chart && html === undefined && limit === undefined;

const flags = {
	...rangeFlags,
	from: optional({
		flags: '--from <date>',
		summary: 'First day: 2026-03-15, -90d, or a period such as last-month (default: the 30 days up to --to)',
		parse: text,
	}),
	to: {
		...rangeFlags.to,
		summary: 'Last day, same forms (default: the last day that is final, or the end of the period in --from)',
	},
	against: withDefault({
		flags: '--against <range>',
		summary: 'Range to compare with: `previous` (just before), a period such as 2026-04, or FROM..TO',
		parse: text,
		default: 'previous',
	}),
	over: optional({
		flags: '--over <properties>',
		summary: 'Compare only these properties, separated by commas',
		parse: listOf(text),
		complete: 'property',
	}),
	depth: withDefault({
		flags: '--depth <n>',
		summary: 'Compare single properties (1), or pairs too (2)',
		...oneOf(['1', '2']),
		default: '2',
	}),
	maxCalls: withDefault({
		flags: '--max-calls <n>',
		rare: true,
		summary: 'Send at most n requests',
		parse: integer({min: minCalls, max: 1000}),
		default: '60',
	}),
	after: withDefault({
		flags: '--after <days>',
		summary: 'For retention: measure it this many days after the install date',
		parse: integer({min: 1, max: 400}),
		default: '30',
	}),
	lostAfter,
	crashes: {
		...releaseFlags.crashes,
		summary: 'For crash-free: archive folder of crash reports, as kept by `exceptions sync`',
	},
	event: {...event, summary: 'For event: the event, as Category/Name'},
	filter,
};

function validateFigure(word: string): void {
	if (isFigure(word)) return;
	throw new CliError('usage', `[figure]: expected one of ${figureNames.join(', ')}, not '${word}'`, {
		...suggestion(nearNames(word, figureNames), 'give a figure: usagectl report why lost'),
		expected: figureNames,
	});
}

const isFigure = (word: string): word is FigureName => figureNames.some(name => name === word);

function validateEvent(figure: FigureName, events: readonly string[]): void {
	if (figure === 'event' && events.length !== 1)
		throw new CliError('usage', events.length === 0 ? 'no event is given' : 'several events are given', {
			hint: events.length === 0 ? getEventHint('advanced') : 'ask about one event at a time',
			code: 'no-event',
		});
	if (figure !== 'event' && events.length > 0)
		throw new CliError('usage', `--event has no effect on ${figure}`, {
			hint: `omit --event, or ask: usagectl report why event --event '${events[0]}'`,
		});
}

/** The installations that crashed are selected by their IDs. */
function validateNoClient(filters: GlobalFilters): void {
	if (!('clientId' in filters)) return;
	throw new CliError('usage', 'crash-free installations cannot be filtered by clientId', {
		hint: 'filter by another property; usagectl props list shows them',
	});
}

const adviseFinal = (name: FigureName): string =>
	name === 'event'
		? 'a range that ends earlier can be judged'
		: `for the last 30 days that are final: usagectl report why ${name}`;

async function answerUnknown(
	doubt: string,
	advice: string,
	{figure, note, globals}: Context & {readonly figure: WhyFigure},
): Promise<Outcome> {
	const heading = `unknown: ${doubt}`;
	if (!isForPeople(globals.output)) await note(`${heading}; ${advice}`);
	return {
		dataset: {...dataset(getWhyColumns(figure.kind), []), heading: `${heading}\n${advice}`},
		exit: globals.strict ? exitCodes.assertion : 0,
	};
}

export const command = defineCommand({
	description: `Finds the groups of installations that account for the change of a figure. Compares two ranges by every property of the installations, and then by pairs of the properties that most likely account for the change. Names a group only if it changed differently from the others and by more than noise, corrected for the number of groups compared. Shows where the change is, not what caused it.
The figures are the numbers of new, active and lost installations (new and active need a newer server), retention (the share of new installations that are still in use after --after days), event (the number of installations that use the event of --event), and crash-free (the share of active installations that sent no crash report; this needs a newer server, and an archive kept by \`exceptions sync\`). \`-o json\` and \`-o csv\` list every group; the groups of a property add up to the change.
In the rows, \`Expected\` is the change that the group would show if all groups had changed as the total did. \`By mix\` is the part of its change that comes from its number of installations, and \`By rate\` the part that comes from its rate. \`Of change %\` is its share of the whole change.`,
	examples: [
		{line: 'usagectl report why lost', caption: 'lost installations, in the last 30 days whose losses are final'},
		{
			line: 'usagectl report why new --period last-month --over country,prodEdition,os.version',
			caption: 'new installations last month, by three properties',
		},
		{
			line: "usagectl report why event --event 'Export/PDF' --depth 1 -o md",
			caption: 'installations that use an event, by single properties, as Markdown',
		},
	],
	takes: [...requestGroups, 'dates', 'expressions', 'rows', 'charts', 'page', 'strict'],
	flags,
	args: [
		{
			name: '[figure]',
			summary: `Figure that changed: ${figureNames.join(', ')} (default: active)`,
			choices: figureNames,
		},
	],
	product: 'one',
	isQuestion: true,
	compilesExpressions: true,
	columns: () => getWhyColumns('count'),
	chart: whyChart,
	run: async (options, [word = 'active'], context) => {
		const {globals, today} = context;
		const name = isFigure(word) ? word : 'active';
		const figure = whyFigures[name];
		const measure: Measure = {
			figure: name,
			lostAfter: options.lostAfter ?? globals.lostAfter ?? defaultLostAfter,
			after: options.after,
		};
		const expressions = createExpressions(figure.row, context);
		const isCrashFree = name === 'crash-free';
		const [, ends, filters, {events, texts: eventTexts}, named] = await collectErrors(
			[
				async () => validateFigure(word),
				async () => getWhyEnds(options, measure, context),
				async () => {
					const found = await resolveFilters(options, expressions, context);
					if (isCrashFree) validateNoClient(found.json);
					return found;
				},
				async () => {
					validateEvent(name, options.event);
					return name === 'event'
						? resolveEvents({event: options.event, eventsFile: undefined}, expressions, context)
						: {events: [], texts: []};
				},
				() =>
					expressions.resolve(async language => (options.over ? findNamed(options.over, figure, language) : undefined)),
				// A question can be checked before its archive exists.
				async () => (isCrashFree && !globals.dryRun ? validateArchive(options.crashes, context) : undefined),
			],
			'see usagectl report why --help',
		);
		const asked = await resolveWhyRanges(ends, {against: options.against, figure: name}, context);
		const doubt = findDoubt(asked, measure, today);
		if (globals.dryRun) {
			await context.note(notSentNote);
			return {};
		}
		if (doubt !== undefined) return answerUnknown(doubt, adviseFinal(name), {...context, figure});
		if (isCrashFree) await explainNew(filters.json, context);
		const crashes = isCrashFree ? await readCrashed(options.crashes, asked, context) : {ranges: asked};
		if ('doubt' in crashes)
			return answerUnknown(crashes.doubt, `update the archive: ${crashes.hint}`, {...context, figure});
		const {ranges} = crashes;
		const breakables =
			named ??
			(await expressions.resolve(async language =>
				sortByImportance(keepAccepted(listBreakable(await readProperties(context)), figure, language)),
			));
		return runWhy(
			{
				name,
				ranges,
				breakables,
				maxCalls: options.maxCalls,
				eventTexts,
				filterText: filters.canonical,
				request: {filters: filters.json, lostAfter: measure.lostAfter, after: measure.after, events},
				language: await expressions.resolve(async language => language),
				depth: options.depth === '1' ? 1 : 2,
				madeCalls: named ? 0 : 1,
				getLine: words => formatCommandLine([...serviceWords(context), ...words]),
				isTable: isTable(context),
			},
			context,
		);
	},
});
