import {describeRange} from '../../calendar.ts';
import {type Dataset, dataset} from '../../output/dataset.ts';
import {isForPeople} from '../../output/formats.ts';
import type {Progress} from '../../ports.ts';
import {judgeDecline} from '../../statistics/share-decline.ts';
import {counted} from '../../text/wording.ts';
import type {ReportPorts} from '../report-ports.ts';
import {fetchOldestDate} from '../request/oldest-date.ts';
import {explainUnknownValues, listFilterValues} from '../request/unknown-values.ts';
import {type Asked, findMatching, readWeeks, type Week} from './support-counts.ts';
import type {SupportExpression} from './support-expression.ts';
import {countRequests, readParts, type SupportRanges} from './support-parts.ts';
import {type CrashShares, drawSupport, type Support, supportColumns, toSupportRows} from './support-rows.ts';
import {describeDecline, getDates} from './support-text.ts';

export type FindMatching = (clientIds: readonly string[], first: string) => Promise<ReadonlySet<string>>;

export type SupportRun = {
	readonly expression: SupportExpression;
	/** The share, below 1, whose date is asked for. */
	readonly below: number | undefined;
	/** People see the largest groups only. */
	readonly isTable: boolean;
	/** Returns the crash reports of the installations that match, or why they are not known. Undefined: they are not asked for. */
	readonly readCrashes?: (ranges: SupportRanges, findMatching: FindMatching) => Promise<CrashShares | string>;
};

type SupportPorts = ReportPorts & {readonly progress: Pick<Progress, 'start'>};

/** License keys, events, crash reports and groups need more days than a week. */
const partWeeks = 4;

/** Returns the last four weeks, and those a year before. */
function getRanges(weeks: readonly Week[], oldest: string): SupportRanges {
	const rangeOf = (from: number, to: number) => ({first: weeks.at(from)?.first ?? '', last: weeks.at(to)?.last ?? ''});
	const [now, before] = [rangeOf(-partWeeks, -1), rangeOf(0, partWeeks - 1)];
	return {
		now: now.first < oldest ? {...now, first: oldest} : now,
		before: before.first < oldest ? undefined : before,
	};
}

const printLimit = (below: number) => `${Math.round(1e6 * below) / 1e4} %`;

const latestValue =
	'an installation counts under its latest value, also in earlier weeks: those that have left the group since then are missing there';

function judge(
	weeks: readonly Week[],
	{below}: SupportRun,
): Pick<Support, 'decline' | 'dates'> & {readonly sentence: string | undefined} {
	const judged = weeks.slice(1);
	const [last] = judged.slice(-1);
	if (below === undefined || !last) return {decline: undefined, dates: undefined, sentence: undefined};
	const decline = judgeDecline(judged, below);
	const dates = getDates(decline, last);
	return {
		decline,
		dates,
		sentence: `below ${printLimit(below)}: ${describeDecline(decline, {weeks: judged, dates, limit: below})}`,
	};
}

function describeAnswer([now]: readonly Week[], sentence: string | undefined) {
	const share = now && now.total > 0 ? `${Math.round((1000 * now.count) / now.total) / 10} %` : 'none';
	return {figure: share, text: `of the active installations${sentence === undefined ? '' : `; ${sentence}`}`};
}

/** Names the values that no installation has: beside another alternative, nothing else would show that they count none. */
async function findUnknownValues(terms: Asked['terms'], context: ReportPorts): Promise<readonly string[]> {
	const named = terms.flatMap(({filters}) => listFilterValues(filters));
	const unique = new Map(named.map(each => [JSON.stringify(each), each]));
	return explainUnknownValues([...unique.values()], context);
}

/** The date of something else than what was meant comes after the values that nothing has. */
async function tellAnswer(sentence: string | undefined, unknown: readonly string[], {footnote}: SupportPorts) {
	for (const each of unknown) await footnote(each, 'empty');
	if (sentence !== undefined) await footnote(sentence, unknown.length > 0 ? 'incomplete' : 'empty');
}

/** Reads the share of the installations that match an expression, when it falls below a limit, and what is lost with them. */
export async function runSupport(run: SupportRun, context: SupportPorts): Promise<{readonly dataset: Dataset}> {
	const {isTable} = run;
	const {terms, text, lacking} = run.expression;
	const {progress, signal, today, footnote, caveat, globals} = context;
	const requests = terms.length + 2 + countRequests(terms.length);
	await context.detail(`${counted(requests, 'request')}, and those about crash reports and values`);
	const {advance, end} = progress.start({what: 'counting installations', total: requests});
	const asked: Asked = {client: await context.connect(), terms, signal, onAnswer: () => advance(1)};
	try {
		// These show one request: that of the report.
		const isSingle = globals.raw || globals.printRequest !== undefined;
		const oldest = isSingle ? '' : await fetchOldestDate(context);
		const weeks = await readWeeks(asked, {today, oldest});
		const ranges = getRanges(weeks, oldest);
		const {missing, isUntilNow, ...parts} = await readParts(asked, ranges);
		const crashes = await run.readCrashes?.(ranges, (ids, first) => findMatching(asked, ids, first));
		const {sentence, ...judged} = judge(weeks, run);
		const now = weeks.slice(-1);
		const title = `Installations with ${text}, ${now.map(describeRange)[0]} compared with a year ago`;
		await tellAnswer(sentence, await findUnknownValues(terms, context), context);
		await footnote(
			isUntilNow ? `from ${ranges.now.first} until now` : `in four weeks: ${describeRange(ranges.now)}`,
			'mark',
		);
		for (const each of [...missing, ...(typeof crashes === 'string' ? [`crash reports: ${crashes}`] : [])])
			await footnote(each);
		for (const each of [...lacking, latestValue]) await caveat(each);
		const support = {
			weeks,
			parts: {...parts, missing},
			crashes: typeof crashes === 'string' ? undefined : crashes,
			...judged,
		};
		const about = {
			title,
			products: [await context.product()],
			facts: [
				['Report', 'report support'],
				['Expression', text],
			] as const,
			answer: describeAnswer(now, sentence),
		};
		return {
			dataset: {
				...dataset(supportColumns, toSupportRows(support, isTable && isForPeople(globals.output)), about),
				drawn: drawSupport({weeks: weeks.slice(1), decline: judged.decline}),
			},
		};
	} finally {
		end();
	}
}
