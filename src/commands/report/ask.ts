import type {Endpoint, Input, Output} from '../../contract/endpoint.ts';
import {CliError} from '../../errors.ts';
import {compareRows, comparisonColumns} from '../../output/comparison.ts';
import type {About, Column, Dataset, Pivot, Row} from '../../output/dataset.ts';
import type {Context, Outcome} from '../command.ts';
import {lengthOf} from './compare.ts';
import {getScopeCaveats, watchRows} from './honesty.ts';
import {UnknownLayout} from './layouts/shapes.ts';
import type {Range} from './range.ts';
import {type Dated, limitsIn, scopeOf} from './scope.ts';

/** A report to ask for: its operation, the requests that make it up, and how the answers become rows. */
export type Question<E extends Endpoint> = {
	/** Loaded when something is sent: schemas cost more to load than a wrong flag takes to refuse. */
	readonly load: () => Promise<E>;
	readonly requests: readonly [Input<E>, ...Input<E>[]];
	readonly columns: readonly Column[];
	readonly read: (answers: readonly Output<E>[]) => Iterator<readonly Row[], void>;
	readonly about: Omit<About, 'request'>;
	/** How the rows are shown with `--wide`. */
	readonly pivot?: Pivot | undefined;
	/** The range to compare with (`--compare`). */
	readonly baseline?: Range | undefined;
};

/** An answer in no known layout is shown as it came, and never guessed at. */
function toFailure(error: unknown, endpoint: Endpoint, body?: Uint8Array): unknown {
	if (!(error instanceof UnknownLayout)) return error;
	return new CliError(
		'refused',
		`the answer has none of the layouts that are known for this report: ${error.message}`,
		{
			hint: 'what the service sent stands on stdout as it came, as with --raw; please report it, without what is confidential',
			code: 'unknown-layout',
			endpoint: endpoint.path,
			...(body ? {body: `${Buffer.from(body).toString()}\n`} : {}),
		},
	);
}

/** The rest of the rows, once the first block was read. */
function* readOn(
	first: IteratorResult<readonly Row[], void>,
	rest: Iterator<readonly Row[], void>,
	endpoint: Endpoint,
) {
	try {
		for (let next = first; !next.done; next = rest.next()) yield next.value;
	} catch (error) {
		throw toFailure(error, endpoint);
	}
}

/** The answers to all requests, one at a time: how many calls at once the service bears, nobody says (wire-facts part 3). */
async function askAll<E extends Endpoint>(
	requests: readonly Input<E>[],
	endpoint: E,
	context: Context,
): Promise<Output<E>[]> {
	const client = await context.connect();
	const answers: Output<E>[] = [];
	for (const request of requests) answers.push(await client.call(endpoint, request, {signal: context.signal}));
	return answers;
}

/** Rows of the answers; an answer in an unknown layout fails before the first of them. */
async function readAnswers<E extends Endpoint>(answers: readonly Output<E>[], {read}: Question<E>, endpoint: E) {
	const blocks = read(answers);
	try {
		return readOn(blocks.next(), blocks, endpoint);
	} catch (error) {
		const {getBody} = await import('../../client/response.ts');
		throw toFailure(error, endpoint, answers.map(answer => getBody(answer as object)).find(Boolean));
	}
}

/** The rows as they go by, and after them what they cannot carry. */
async function* watched(
	blocks: Iterable<readonly Row[]>,
	{columns, about, caveats}: {readonly columns: readonly Column[]; readonly about: About; readonly caveats: string[]},
	context: Context,
) {
	const watch = watchRows(columns, {report: about.report, limits: limitsIn(about.request)});
	for (const rows of blocks) {
		watch.see(rows);
		yield rows;
	}
	caveats.push(...watch.caveats());
	for (const text of caveats) await context.caveat(text);
}

/** The question for the baseline as well, and both side by side. */
async function askBoth<E extends Endpoint>(question: Question<E>, endpoint: E, context: Context) {
	const {columns, requests, baseline} = question;
	const {startDate, stopDate} = requests[0] as Dated;
	const before = requests.map(request => ({
		...request,
		startDate: baseline?.first,
		stopDate: baseline?.last,
	})) as Input<E>[];
	const side = async (asked: readonly Input<E>[], range: Range) => ({
		columns,
		rows: [...(await readAnswers(await askAll(asked, endpoint, context), question, endpoint))].flat(),
		days: lengthOf(range),
	});
	const now = await side(requests, {first: startDate, last: stopDate ?? context.today});
	const then = await side(before, baseline as Range);
	return {columns: comparisonColumns(columns), blocks: [compareRows(now, then)]};
}

/**
 * Asks a report and lays it out as rows. The first block is read before anything is written, so that an answer in an
 * unknown layout leaves no half table. Nothing is sent with `--dry-run`. Throws CliError: auth, refused, network.
 */
export async function askReport<E extends Endpoint>(question: Question<E>, context: Context): Promise<Outcome> {
	const {requests, columns, baseline} = question;
	if (context.globals.dryRun) {
		await context.note('nothing was sent: the request is in order (--print-request json shows it)');
		return {};
	}
	const endpoint = await question.load();
	const request = requests.length === 1 ? requests[0] : requests;
	const caveats = [
		...(question.about.surprises ?? []),
		...getScopeCaveats(scopeOf(requests[0] as Dated, question.about, context)),
	];
	const about: About = {...question.about, request, caveats};
	if (baseline) {
		const compared = await askBoth(question, endpoint, context);
		for (const text of caveats) await context.caveat(text);
		return {dataset: {...compared, about: {...about, report: `${about.report} --compare`}}};
	}
	const rows = await readAnswers(await askAll(requests, endpoint, context), question, endpoint);
	const data: Dataset = {columns, blocks: watched(rows, {columns, about, caveats}, context), about};
	return {dataset: question.pivot ? {...data, pivot: question.pivot} : data};
}
