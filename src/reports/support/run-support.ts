import {addDays, describeRange} from '../../calendar.ts';
import {notSentNote} from '../../client/request-printed.ts';
import {reportRows} from '../../contract/reports.ts';
import type {Source} from '../../language/source/source-text.ts';
import {type Dataset, dataset, toPercent} from '../../output/dataset.ts';
import type {Progress} from '../../ports.ts';
import {getWilsonInterval} from '../../statistics/intervals.ts';
import {judgeDecline} from '../../statistics/share-decline.ts';
import {counted} from '../../text/wording.ts';
import {startQuotaCheck} from '../caveats/quota-caveat.ts';
import {countActive} from '../latest-versions.ts';
import type {ReportPorts} from '../report-ports.ts';
import {typedSources} from '../request/expression-sources.ts';
import {fetchOldestDate} from '../request/oldest-date.ts';
import {createExpressions} from '../request/report-expressions.ts';
import {explainUnknownValues, listFilterValues} from '../request/unknown-values.ts';
import {type Asked, readWeeks, type Week} from './support-counts.ts';
import {type ReadCrashes, readParts, type SupportRanges} from './support-parts.ts';
import {chooseShown, drawSupport, supportColumns, toRow} from './support-rows.ts';

export type SupportRun = {
	readonly expression: string;
	/** The percentage whose date is asked for. */
	readonly below: number | undefined;
	/** People see the largest groups only. */
	readonly isTable: boolean;
	readonly readCrashes: ReadCrashes;
};

type SupportPorts = ReportPorts & {readonly progress?: Pick<Progress, 'start'>};
type SupportExpression = Awaited<ReturnType<typeof compileSupport>>;

/** Returns also the filters of the installations without a value of a property. Throws CliError (usage). */
async function compileSupport(typed: string, context: ReportPorts) {
	const [source] = (await typedSources('<expression>', [typed])) as [Source];
	const {compileFilter, compileUnion} = await import('../../language/compile-expressions.ts');
	const {compile, resolve} = createExpressions(reportRows.current, context);
	const {json: terms, canonical, lacking} = await compile(language => compileUnion(source, language));
	const toNull = (name: string) => ({name, text: `${name} is null`});
	return resolve(language => ({
		terms,
		// As typed, if it is one line of text.
		text: /^\{|\n/.test(typed) ? canonical : typed,
		lacking: [...lacking.keys()].map(name => ({name, filters: compileFilter([toNull(name)], language).json})),
	}));
}

/** License keys, events, crash reports and groups need more days than a week: four weeks, and those a year before. */
function getRanges({last}: Week, oldest: string): SupportRanges {
	const first = addDays(last, -27);
	const before = {first: addDays(first, -364), last: addDays(last, -364)};
	return {now: {first: first < oldest ? oldest : first, last}, before: before.first < oldest ? undefined : before};
}

const months = new Intl.DateTimeFormat('en-US', {month: 'long', year: 'numeric', timeZone: 'UTC'});

/** Returns `April 2027 (February to August 2027)`. */
function printMonths(days: readonly string[]): string {
	const [day = 0, low = day, high = day] = days.map(each => Date.parse(each));
	return `${months.format(day)} (${months.formatRange(low, high).replace(/\s*–\s*/, ' to ')})`;
}

/** Says when the share falls below a percentage: in a sentence, and as cells. */
function judge(weeks: readonly Week[], percent: number) {
	const decline = judgeDecline(weeks, percent / 100);
	const after = decline.kind === 'falls' ? [decline.weeks, decline.low, decline.high] : [];
	const days = after.map(each => addDays(weeks.at(-1)?.first ?? '', 7 * each));
	const falls =
		decline.kind === 'below' ? 'already' : `in ${printMonths(days)}, if the last ${weeks.length} weeks go on`;
	const outcome = decline.kind === 'unknown' ? `unknown: ${decline.why}` : falls;
	return {decline, sentence: `below ${percent} %: ${outcome}`, below: [decline.kind, ...days]};
}

/** Tells of installations that do not report a property, if they are more than chance, and of those that were told to back off. */
async function tellCaveats(
	{lacking}: SupportExpression,
	{first, count, total}: Week,
	asked: Asked,
	context: ReportPorts,
) {
	const chance = total * (getWilsonInterval(count, total)?.high ?? 0) - count;
	for (const {name, filters} of lacking) {
		const [[found] = []] = await countActive(asked.client, {first, filters}, [], asked.signal);
		const unknown = `${counted(Number(found ?? 0), 'installation')} active since ${first}`;
		if (Number(found ?? 0) > chance)
			await context.caveat(`${name} is unknown for ${unknown}: an unknown value does not match`);
	}
	for (const each of await startQuotaCheck(first, context).finish()) await context.caveat(each);
}

async function readSupport(run: SupportRun, expression: SupportExpression, asked: Asked, context: SupportPorts) {
	const {globals, footnote, today} = context;
	// These show one request: that of the report.
	const isSingle = globals.raw || globals.printRequest !== undefined;
	const oldest = isSingle ? '' : await fetchOldestDate(context);
	const [yearAgo, ...year] = await readWeeks(asked, today, oldest);
	const week = year.at(-1) as Week;
	const parts = await readParts(asked, getRanges(week, oldest), {...context, readCrashes: run.readCrashes});
	const judged = run.below === undefined ? undefined : judge(year, run.below);
	const named = expression.terms.flatMap(({filters}) => listFilterValues(filters));
	const unknown = await explainUnknownValues(named, context);
	// The date of something else than what was meant comes after the values that nothing has.
	for (const each of unknown) await footnote(each, 'empty');
	if (judged) await footnote(judged.sentence, unknown.length > 0 ? 'incomplete' : 'empty');
	await tellCaveats(expression, week, asked, context);
	const rows = [toRow('active', {counts: week, before: yearAgo, below: judged?.below}), ...parts];
	const about = {
		title: `Installations with ${expression.text}, ${describeRange(week)} compared with a year ago`,
		products: [await context.product()],
		facts: [['Report', 'report support'] as const, ['Expression', expression.text] as const],
		answer: {
			figure: week.total > 0 ? `${toPercent(week.count, week.total)} %` : 'none',
			text: ['of the active installations', ...(judged ? [judged.sentence] : [])].join('; '),
		},
	};
	const shown = run.isTable ? chooseShown(rows) : rows;
	return {...dataset(supportColumns, shown, about), drawn: drawSupport(year, judged?.decline)};
}

/** Reads the share of the installations that match an expression, when it falls below a limit, and what is lost with them. */
export async function runSupport(run: SupportRun, context: SupportPorts): Promise<{readonly dataset?: Dataset}> {
	const expression = await compileSupport(run.expression, context);
	if (context.globals.dryRun) {
		await context.note(notSentNote);
		return {};
	}
	const {terms, lacking} = expression;
	const requests = 6 * (terms.length + 1) + lacking.length + 1;
	await context.detail(`${counted(requests, 'request')}, and those about crash reports and values`);
	const job = context.progress?.start({what: 'counting installations', total: requests});
	const asked = {client: await context.connect(), terms, signal: context.signal, advance: () => job?.advance(1)};
	try {
		return {dataset: await readSupport(run, expression, asked, context)};
	} finally {
		job?.end();
	}
}
