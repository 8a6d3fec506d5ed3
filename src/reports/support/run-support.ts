import {addDays, describeRange} from '../../calendar.ts';
import {notSentNote} from '../../client/request-printed.ts';
import {type Dataset, dataset} from '../../output/dataset.ts';
import {isForPeople} from '../../output/formats.ts';
import type {Progress} from '../../ports.ts';
import {getWilsonInterval} from '../../statistics/intervals.ts';
import {type Decline, judgeDecline} from '../../statistics/share-decline.ts';
import {counted} from '../../text/wording.ts';
import {startQuotaCheck} from '../caveats/quota-caveat.ts';
import {countActive} from '../latest-versions.ts';
import type {ReportPorts} from '../report-ports.ts';
import {fetchOldestDate} from '../request/oldest-date.ts';
import {explainUnknownValues, listFilterValues} from '../request/unknown-values.ts';
import {type Asked, readWeeks, type Week} from './support-counts.ts';
import {compileSupport, type SupportExpression} from './support-expression.ts';
import {type ReadCrashes, readParts, type SupportRanges} from './support-parts.ts';
import {drawSupport, supportColumns, toSupportRows} from './support-rows.ts';

export type SupportRun = {
	readonly expression: string;
	/** The percentage whose date is asked for. */
	readonly below: number | undefined;
	/** People see the largest groups only. */
	readonly isTable: boolean;
	readonly readCrashes?: ReadCrashes;
};

type SupportPorts = ReportPorts & {readonly progress?: Pick<Progress, 'start'>};

/** License keys, events, crash reports and groups need more days than a week: four weeks, and those a year before. */
function getRanges(weeks: readonly Week[], oldest: string): SupportRanges {
	const rangeOf = ([first, , , last]: readonly Week[]) => ({first: first?.first ?? '', last: last?.last ?? ''});
	const [now, before] = [rangeOf(weeks.slice(-4)), rangeOf(weeks)];
	return {
		now: now.first < oldest ? {...now, first: oldest} : now,
		before: before.first < oldest ? undefined : before,
	};
}

/** Returns the first day of the weeks in a row, up to the last one, whose share is below the limit. */
function findSince(weeks: readonly Week[], limit: number): string {
	const above = weeks.findLastIndex(({count, total}) => total > 0 && count / total >= limit);
	return weeks[above + 1]?.first ?? '';
}

const months = new Intl.DateTimeFormat('en-US', {month: 'long', year: 'numeric', timeZone: 'UTC'});

/** Returns `April 2027 (February to August 2027)`. */
function printMonths(days: readonly string[]): string {
	const [day = new Date(), low = day, high = day] = days.map(each => new Date(each));
	const [month, range] = [months.format(day), months.formatRange(low, high).replace(/\s*–\s*/, ' to ')];
	return month === range ? month : `${month} (${range})`;
}

function describeDecline(decline: Decline, weeks: readonly Week[], {limit, days}: {limit: number; days: string[]}) {
	if (decline.kind === 'unknown') return `unknown: ${decline.why}`;
	if (decline.kind === 'below') return `already, since ${findSince(weeks, limit)}`;
	return `in ${printMonths(days)}, if the last ${weeks.length} weeks go on`;
}

/** Says when the share falls below a percentage: in a sentence, and as cells. */
function judge(weeks: readonly Week[], percent: number | undefined) {
	if (percent === undefined) return {below: []};
	const [limit, first = ''] = [percent / 100, weeks.at(-1)?.first];
	const decline = judgeDecline(weeks, limit);
	const after = decline.kind === 'falls' ? [decline.weeks, decline.low, decline.high] : [];
	const days = after.map(each => addDays(first, 7 * each));
	const sentence = `below ${percent} %: ${describeDecline(decline, weeks, {limit, days})}`;
	return {decline, sentence, below: [decline.kind, ...days]};
}

/** Names the values that no installation has: beside another alternative, nothing else would show that they count none. */
async function findUnknownValues(terms: Asked['terms'], context: ReportPorts): Promise<readonly string[]> {
	const named = terms.flatMap(({filters}) => listFilterValues(filters));
	const unique = new Map(named.map(each => [JSON.stringify(each), each]));
	return explainUnknownValues([...unique.values()], context);
}

/** Tells of installations that do not report a property, if they are more than chance, and of those that were told to back off. */
async function tellCaveats({lacking}: SupportExpression, [week]: readonly Week[], asked: Asked, context: ReportPorts) {
	const {first = '', count = 0, total = 0} = week ?? {};
	const chance = total * (getWilsonInterval(count, total)?.high ?? 0) - count;
	for (const [name, filters] of lacking) {
		const [[found] = []] = await countActive(asked.client, {first, filters}, [], asked.signal);
		const text = `${name} is unknown for ${counted(Number(found ?? 0), 'installation')} active since ${first}`;
		if (Number(found ?? 0) > chance) await context.caveat(`${text}: an unknown value does not match`);
	}
	for (const each of await startQuotaCheck(first, context).finish()) await context.caveat(each);
}

async function readSupport(run: SupportRun, expression: SupportExpression, asked: Asked, context: SupportPorts) {
	const {globals, footnote, today} = context;
	// These show one request: that of the report.
	const isSingle = globals.raw || globals.printRequest !== undefined;
	const oldest = isSingle ? '' : await fetchOldestDate(context);
	const weeks = await readWeeks(asked, {today, oldest});
	const ranges = getRanges(weeks, oldest);
	const parts = await readParts(asked, ranges, {readCrashes: run.readCrashes, footnote});
	const year = weeks.slice(1);
	const {decline, sentence, below} = judge(year, run.below);
	const unknown = await findUnknownValues(asked.terms, context);
	// The date of something else than what was meant comes after the values that nothing has.
	for (const each of unknown) await footnote(each, 'empty');
	if (sentence !== undefined) await footnote(sentence, unknown.length > 0 ? 'incomplete' : 'empty');
	const {now} = ranges;
	await footnote(parts.isUntilNow ? `from ${now.first} until now` : `in four weeks: ${describeRange(now)}`, 'mark');
	await tellCaveats(expression, weeks.slice(-1), asked, context);
	const rows = toSupportRows(weeks, parts, {below, isTable: run.isTable && isForPeople(globals.output)});
	const [last] = year.slice(-1).map(describeRange);
	const about = {
		title: `Installations with ${expression.text}, ${last} compared with a year ago`,
		products: [await context.product()],
		facts: [['Report', 'report support'] as const, ['Expression', expression.text] as const],
		answer: {
			figure: typeof rows[0]?.[4] === 'number' ? `${rows[0][4]} %` : 'none',
			text: ['of the active installations', ...(sentence ? [sentence] : [])].join('; '),
		},
	};
	return {...dataset(supportColumns, rows, about), drawn: drawSupport(year, decline)};
}

/** Reads the share of the installations that match an expression, when it falls below a limit, and what is lost with them. */
export async function runSupport(run: SupportRun, context: SupportPorts): Promise<{readonly dataset?: Dataset}> {
	const expression = await compileSupport(run.expression, context);
	if (context.globals.dryRun) {
		await context.note(notSentNote);
		return {};
	}
	const {terms, lacking} = expression;
	const requests = 6 * (terms.length + 1) + lacking.size + 1;
	await context.detail(`${counted(requests, 'request')}, and those about crash reports and values`);
	const job = context.progress?.start({what: 'counting installations', total: requests});
	const asked = {client: await context.connect(), terms, signal: context.signal, advance: () => job?.advance(1)};
	try {
		return {dataset: await readSupport(run, expression, asked, context)};
	} finally {
		job?.end();
	}
}
