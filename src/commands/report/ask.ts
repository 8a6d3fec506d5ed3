import {inTurn} from '../../client/in-turn.ts';
import type {Endpoint, Input, Output} from '../../contract/endpoint.ts';
import {compareRows, comparisonColumns} from '../../output/comparison.ts';
import type {About, Column, Dataset, Pivot, Row} from '../../output/dataset.ts';
import type {Context, Outcome} from '../command.ts';
import {askAll, readAnswers, readRows} from './answers.ts';
import {createSide} from './compare.ts';
import {getScopeCaveats} from './honesty.ts';
import type {Range} from './range.ts';
import {type Dated, eventsIn, limitsIn, scopeOf} from './scope.ts';
import {watchRows} from './watch.ts';

/** What answers say beside their rows: notes for people, and what the rows leave out. */
type Aside = {readonly notes?: readonly string[]; readonly caveats?: readonly string[]};

/** A report to ask for: its operation, the requests that make it up, and how the answers become rows. */
export type Question<E extends Endpoint> = {
	/** Loaded when something is sent: schemas cost more to load than a wrong flag takes to refuse. */
	readonly load: () => Promise<E>;
	readonly requests: readonly [Input<E>, ...Input<E>[]];
	/** The columns; a function where the answers have a say in them. */
	readonly columns: readonly Column[] | ((answers: readonly Output<E>[]) => readonly Column[]);
	readonly read: (answers: readonly Output<E>[], columns: readonly Column[]) => Iterator<readonly Row[], void>;
	readonly aside?: (answers: readonly Output<E>[]) => Aside;
	readonly about: Omit<About, 'request' | 'products'>;
	/** How the rows are shown with `--wide`. */
	readonly pivot?: Pivot | undefined;
	/** The range to compare with (`--compare`). */
	readonly baseline?: Range | undefined;
};

/** What is said of a report while it runs: each caveat on stderr, and all of them with the dataset. */
class Caveats {
	readonly all: string[] = [];
	private readonly context: Context;

	constructor(context: Context) {
		this.context = context;
	}

	async say(texts: readonly string[]): Promise<void> {
		this.all.push(...texts);
		for (const text of texts) await this.context.caveat(text);
	}

	/** What holds for one product of several, or for the baseline, says so. */
	async sayOf(part: string | undefined, texts: readonly string[]): Promise<void> {
		const {globals, product} = this.context;
		const front = [globals.products.length > 1 ? `product ${await product()}` : '', part ?? ''].filter(Boolean);
		await this.say(texts.map(text => [...front, text].join(': ')));
	}
}

const columnsOf = <E extends Endpoint>({columns}: Question<E>, answers: readonly Output<E>[]) =>
	typeof columns === 'function' ? columns(answers) : columns;

const watchFor = (columns: readonly Column[], {report, request}: Pick<About, 'report' | 'request'>) =>
	watchRows(columns, {report, limits: limitsIn(request), events: eventsIn(request)});

/** The rows as they go by, and after them what they cannot carry. */
async function* watched(
	blocks: Iterable<readonly Row[]>,
	{columns, about}: {readonly columns: readonly Column[]; readonly about: About},
	caveats: Caveats,
) {
	const watch = watchFor(columns, about);
	for (const rows of blocks) {
		watch.see(rows);
		yield rows;
	}
	await caveats.sayOf(undefined, watch.caveats());
}

type Asking<E extends Endpoint> = {
	readonly question: Question<E>;
	readonly endpoint: E;
	readonly about: About;
	readonly caveats: Caveats;
};

async function sayAside<E extends Endpoint>({question, endpoint, caveats}: Asking<E>, answers: readonly Output<E>[]) {
	const aside = question.aside && (await readAnswers(answers, endpoint, question.aside));
	await caveats.sayOf(undefined, aside?.caveats ?? []);
	return aside?.notes ?? [];
}

/** The question for the baseline as well, and both side by side. */
async function askBoth<E extends Endpoint>(asking: Asking<E>, baseline: Range, context: Context): Promise<Dataset> {
	const {question, endpoint, about, caveats} = asking;
	const before = question.requests.map(request => ({
		...request,
		startDate: baseline.first,
		stopDate: baseline.last,
	})) as Input<E>[];
	const both = await inTurn([question.requests, before], requests => askAll(requests, endpoint, context));
	const columns = columnsOf(question, both.flat());
	const sideOf = async (answers: readonly Output<E>[] = [], request: unknown, part?: string) => {
		const rows = [...(await readRows(answers, endpoint, all => question.read(all, columns)))].flat();
		const watch = watchFor(columns, about);
		watch.see(rows);
		await caveats.sayOf(part, watch.caveats());
		return createSide({columns, rows, scope: scopeOf(request as Dated, about, context)});
	};
	const now = await sideOf(both[0], question.requests[0]);
	const then = await sideOf(both[1], before[0], 'baseline');
	const rows = compareRows(now, then);
	return {columns: comparisonColumns(columns), blocks: [rows], about: {...about, report: `${about.report} --compare`}};
}

/**
 * Asks a report and lays it out as rows. The first block is read before anything is written, so that an answer in an
 * unknown layout leaves no half table. Nothing is sent with `--dry-run`. Throws CliError: auth, refused, network.
 */
export async function askReport<E extends Endpoint>(question: Question<E>, context: Context): Promise<Outcome> {
	const {requests, baseline} = question;
	if (context.globals.dryRun) {
		await context.note('nothing was sent: the request is in order (--print-request json shows it)');
		return {};
	}
	const endpoint = await question.load();
	const caveats = new Caveats(context);
	const about: About = {
		...question.about,
		products: [await context.product()],
		request: requests.length === 1 ? requests[0] : requests,
		facts: [
			...(question.about.facts ?? []),
			...(baseline ? [['Compared with', `${baseline.first} to ${baseline.last}`] as const] : []),
		],
		caveats: caveats.all,
	};
	const scope = scopeOf(requests[0] as Dated, about, context);
	const asking: Asking<E> = {question, endpoint, about, caveats};
	const known = [...(about.surprises ?? []), ...getScopeCaveats({...scope, isCompared: baseline !== undefined})];
	if (baseline) {
		const dataset = await askBoth(asking, baseline, context);
		await caveats.say(known);
		return {dataset};
	}
	const answers = await askAll(requests, endpoint, context);
	const columns = columnsOf(question, answers);
	const rows = await readRows(answers, endpoint, all => question.read(all, columns));
	const notes = await sayAside(asking, answers);
	for (const text of notes) await context.note(text);
	await caveats.say(known);
	const whole: About = {...about, notes: [...(about.notes ?? []), ...notes]};
	const data: Dataset = {columns, blocks: watched(rows, {columns, about: whole}, caveats), about: whole};
	return {dataset: question.pivot ? {...data, pivot: question.pivot} : data};
}
