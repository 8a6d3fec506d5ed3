import {isSmallGroup, smallGroup} from '../../output/small-group.ts';
import {counted} from '../../text/wording.ts';
import type {Check} from '../file/question-schema.ts';
import {findLabelPlaces, findNamePlaces, keyOf, labelOf, type Result} from '../results/result.ts';
import {getWantsNew, rowCondition} from './check-columns.ts';
import {type Figure, type Figures, matches, readFigures} from './check-figures.ts';
import type {BaselineSide, SeenRows} from './earlier-results.ts';

/** A group passes, fails (`bad`) or cannot be checked. */
export type Finding = {readonly state: 'ok' | 'bad' | 'unknown'; readonly text: string};
export type Findings = ReadonlyMap<string, Finding>;

export type Compared = {
	/** Undefined if the check has neither `drop` nor `rise`. */
	readonly baseline: {readonly sides: readonly BaselineSide[]} | {readonly unknown: string} | undefined;
	/** The rows that are not `new`; undefined if the check does not ask for them. */
	readonly seen: SeenRows | undefined;
};

const tooFew = `fewer than ${smallGroup}, too few to tell`;

const round = (value: number) => Math.round(value * 100) / 100;
const number = (value: number) => round(value).toLocaleString('en-US');
const toSingleFinding = (finding: Finding): Findings => new Map([['[]', finding]]);
const ok: Finding = {state: 'ok', text: ''};
const unknown = (text: string): Finding => ({state: 'unknown', text});
const bad = (label: string, text: string): Finding => ({state: 'bad', text: label === '' ? text : `${label}: ${text}`});

/** Checks the number of rows that no earlier result has or, with `new: false`, of rows that an earlier result has. */
function checkNewRows(check: Check, result: Result, {results, comparable, isCut, keys}: SeenRows): Findings {
	if (comparable === 0)
		return toSingleFinding(
			unknown(
				results === 0 ? 'no earlier result' : 'the earlier results have a different command line, service or product',
			),
		);
	const places = findNamePlaces(result.columns);
	const wantsNew = getWantsNew(check) === true;
	const condition = {...check.where, ...rowCondition(check)};
	const found = result.rows.filter(
		row => matches(row, result.columns, condition) && keys.has(keyOf(row, places)) !== wantsNew,
	);
	if (isCut && wantsNew && found.length > 0)
		return toSingleFinding(unknown('the earlier results contain only the largest rows: no row is known to be new'));
	const labelPlaces = findLabelPlaces(result.columns);
	const labels =
		found
			.slice(0, 3)
			.map(row => labelOf(row, result.columns, labelPlaces))
			.join(', ') + (found.length > 3 ? ', …' : '');
	const what = counted(found.length, wantsNew ? 'new row' : 'row');
	const text = `${what}${labels === '' ? '' : `: ${labels}`}`;
	const finding = checkLimits(check, {label: '', value: found.length, size: undefined}, text);
	// With a maximum of 0, the limit adds nothing to the list of new rows.
	return toSingleFinding(finding.state === 'bad' && check.max === 0 ? {...finding, text} : finding);
}

const getColumnTitle = ({column}: Check, {columns}: Result): string =>
	columns.find(({key}) => key === column)?.title ?? column ?? 'rows';

function checkLimits({min, max, rows}: Check, {label, value, size}: Figure, text: string, unit = ''): Finding {
	if (min === undefined && max === undefined) return ok;
	if (value === null) return unknown('there is no figure');
	const isPercentOfFew = rows === undefined && size !== undefined && size !== value && isSmallGroup(size);
	if (isPercentOfFew) return unknown(tooFew);
	if (min !== undefined && value < min) return bad(label, `${text}, under the minimum of ${number(min)}${unit}`);
	if (max !== undefined && value > max) return bad(label, `${text}, over the maximum of ${number(max)}${unit}`);
	return ok;
}

const median = (values: readonly number[]): number => {
	const sorted = values.toSorted((one, other) => one - other);
	const middle = sorted.length / 2;
	return Number.isInteger(middle)
		? ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
		: (sorted[Math.floor(middle)] ?? 0);
};

function readBaseline(sides: readonly BaselineSide[]): Figures {
	const like = sides.filter(({difference}) => difference === undefined);
	const [first] = sides;
	if (!first || like.length < Math.min(sides.length, 3))
		return {unknown: sides.find(({difference}) => difference !== undefined)?.difference ?? 'no earlier result'};
	const known = like.map(({figures}) => figures).filter(each => 'groups' in each);
	const [figuresOfOne] = known;
	if (!figuresOfOne) return first.figures;
	if (known.length === 1) return figuresOfOne;
	const keys = new Set(known.flatMap(({groups}) => [...groups.keys()]));
	const merged = [...keys].map(key => {
		const figures = known.map(({groups}) => groups.get(key));
		const label = figures.find(Boolean)?.label ?? '';
		const value = median(figures.map(figure => figure?.value ?? 0));
		const hasSize = figures.some(figure => figure?.size !== undefined);
		const size = hasSize ? median(figures.map(figure => figure?.size ?? 0)) : undefined;
		return [key, {label, value, size}] as const;
	});
	return {groups: new Map(merged), day: undefined};
}

function findIncomparable(now: Figure | string, before: Figure | string): string | undefined {
	if (typeof now === 'string') return now;
	if (typeof before === 'string') return before;
	if (now.value === null || before.value === null) return 'there is no figure to compare';
	const size = Math.max(now.size ?? smallGroup, before.size ?? smallGroup);
	return isSmallGroup(size) ? tooFew : undefined;
}

type Limit = Check['drop'];
const passes = (limit: Limit, change: number, percent: number) =>
	limit !== undefined && change > 0 && percent >= limit.percent && change >= limit.count;

const amountOf = (figure: Figure | string) => (typeof figure === 'string' ? 0 : (figure.value ?? 0));

/** Checks `drop` and `rise`: the change has to reach both the percentage and the count. */
function checkChange(
	{drop, rise}: Check,
	{now, before, label}: {readonly now: Figure | string; readonly before: Figure | string; readonly label: string},
	subject: string,
): Finding {
	const doubt = findIncomparable(now, before);
	if (doubt !== undefined) return unknown(doubt);
	const [from, to] = [amountOf(before), amountOf(now)];
	const change = to - from;
	const percent = from === 0 ? Number.POSITIVE_INFINITY : (100 * Math.abs(change)) / Math.abs(from);
	if (!passes(drop, -change, percent) && !passes(rise, change, percent)) return ok;
	const share = Number.isFinite(percent) ? ` (${change < 0 ? '−' : '+'}${number(percent)} %)` : '';
	return bad(label, `${subject} ${change < 0 ? 'fell' : 'rose'} from ${number(from)} to ${number(to)}${share}`);
}

const rank = {ok: 0, unknown: 1, bad: 2} as const;
const worse = (one: Finding, other: Finding): Finding => (rank[other.state] > rank[one.state] ? other : one);

function checkChanges(
	check: Check,
	result: Result,
	{
		figures,
		baseline,
	}: {readonly figures: ReadonlyMap<string, Figure>; readonly baseline: NonNullable<Compared['baseline']>},
): Findings {
	const before = 'unknown' in baseline ? baseline : readBaseline(baseline.sides);
	if ('unknown' in before) return toSingleFinding(unknown(before.unknown));
	const subject = getColumnTitle(check, result);
	const wasCut = 'sides' in baseline && baseline.sides.some(side => side.isCut);
	const absent = (isCut: boolean): Figure | string =>
		isCut ? 'not in the result, which contains only the largest rows' : {label: '', value: 0, size: 0};
	const keys = new Set([...figures.keys(), ...before.groups.keys()]);
	return new Map(
		[...keys].map(key => {
			const [here, there] = [figures.get(key), before.groups.get(key)];
			const label = here?.label || there?.label || '';
			const sides = {now: here ?? absent(result.isCut), before: there ?? absent(wasCut)};
			return [key, checkChange(check, {...sides, label}, subject)] as const;
		}),
	);
}

export function runCheck(check: Check, result: Result, {baseline, seen}: Compared): Findings {
	if (seen) return checkNewRows(check, result, seen);
	const figures = readFigures(result, check);
	if ('unknown' in figures) return toSingleFinding(unknown(figures.unknown));
	const subject = getColumnTitle(check, result);
	const unit = subject.endsWith(' %') ? ' %' : '';
	const print = ({value}: Figure) =>
		check.rows === undefined
			? `${subject.replace(/ %$/, '')} ${number(value ?? 0)}${unit}`
			: [
					counted(value ?? 0, 'row'),
					...Object.entries(rowCondition(check)).map(([name, of]) => `with ${name} ${of}`),
				].join(' ');
	const limitsOf = (figure: Figure) => checkLimits(check, figure, print(figure), unit);
	const limits = new Map([...figures.groups].map(([key, figure]) => [key, limitsOf(figure)] as const));
	if (!baseline) return limits;
	const changes = checkChanges(check, result, {figures: figures.groups, baseline});
	if (check.min === undefined && check.max === undefined) return changes;
	const keys = new Set([...limits.keys(), ...changes.keys()]);
	return new Map([...keys].map(key => [key, worse(limits.get(key) ?? ok, changes.get(key) ?? ok)] as const));
}
