import {runSequentially} from '../../client/request-printed.ts';
import {CliError, exitCodes} from '../../errors.ts';
import type {Column, Dataset, Row} from '../../output/dataset.ts';
import {enumeration} from '../../text/wording.ts';
import {type Outcome, productColumn} from '../definition/command.ts';

type Answer = {readonly product: number; readonly data: Dataset; readonly exit: Outcome['exit']};

/** Failures that end the whole run instead of the part for one product. */
const endsRun = ({kind}: CliError) => ['interrupted', 'terminated', 'hangup', 'brokenPipe'].includes(kind);

function mergeColumns(answers: readonly Answer[]): readonly Column[] {
	const columns = new Map<string, Column>();
	for (const {data} of answers) {
		for (const column of data.columns) if (!columns.has(column.key)) columns.set(column.key, column);
	}
	return [...columns.values()];
}

async function* alignRows({product, data}: Answer, all: readonly Column[]): AsyncGenerator<readonly Row[]> {
	const places = all.map(column => data.columns.findIndex(({key}) => key === column.key));
	for await (const rows of data.blocks) yield rows.map(row => [product, ...places.map(place => row[place] ?? null)]);
}

function joinDrawn(answers: readonly Answer[]): Pick<Dataset, 'drawn'> {
	const rows = answers.flatMap(({product, data}) => (data.drawn?.rows ?? []).map(row => [product, ...row]));
	const [first] = answers.flatMap(({data}) => data.drawn ?? []);
	return first ? {drawn: {columns: [productColumn, ...first.columns], rows}} : {};
}

/** Describes the joined rows as the first answer does, with the product as the outermost level. */
function describeAll(
	answers: readonly Answer[],
): Pick<Dataset, 'about' | 'drawn' | 'pivot' | 'live' | 'sorting' | 'order' | 'range' | 'totalsComplete' | 'noun'> {
	const {about, pivot, live, sorting, order, range, totalsComplete, noun} = answers[0]?.data ?? {};
	const products = answers.map(({product}) => product);
	return {
		...(about
			? {about: {...about, title: `${about.title}, products ${enumeration(products.map(String))}`, products}}
			: {}),
		...(noun ? {noun} : {}),
		...joinDrawn(answers),
		...(live ? {live} : {}),
		...(range ? {range} : {}),
		...(totalsComplete ? {totalsComplete} : {}),
		...(sorting ? {sorting} : {}),
		...(order ? {order: {...order, levels: [{keys: [productColumn.key], isGiven: true}, ...order.levels]}} : {}),
		...(pivot ? {pivot: {...pivot, subject: [productColumn.key, ...pivot.subject]}} : {}),
	};
}

/**
 * Runs a command for each product and adds a product column. If some products fail, `reportError` receives their failures after
 * the rows and the exit code is 6; if all fail, the first failure is thrown.
 */
export async function runPerProduct(
	products: readonly number[],
	runOne: (product: number) => Promise<Outcome>,
	reportError: (error: CliError) => Promise<void>,
): Promise<Outcome> {
	const failures: CliError[] = [];
	const addFailure = (product: number, thrown: unknown): undefined => {
		if (!(thrown instanceof CliError) || endsRun(thrown)) throw thrown;
		failures.push(new CliError(thrown.kind, `product ${product}: ${thrown.message}`, thrown.details));
	};
	const runFor = async (product: number): Promise<Answer | undefined> => {
		try {
			const outcome = await runOne(product);
			return 'dataset' in outcome && outcome.dataset ? {product, data: outcome.dataset, exit: outcome.exit} : undefined;
		} catch (error) {
			return addFailure(product, error);
		}
	};
	const answers = (await runSequentially(products, runFor)).filter(answer => answer !== undefined);
	if (answers.length === 0 && failures.length === 0) return {};
	const columns = mergeColumns(answers);
	async function* readAll() {
		let whole = 0;
		for (const answer of answers) {
			try {
				yield* alignRows(answer, columns);
				whole++;
			} catch (error) {
				addFailure(answer.product, error);
			}
		}
		if (whole === 0 && failures[0]) throw failures[0];
		for (const failure of failures) await reportError(failure);
	}
	const exitOf = ({exit}: Answer) => (typeof exit === 'function' ? exit() : (exit ?? 0));
	return {
		dataset: {...describeAll(answers), columns: [productColumn, ...columns], blocks: readAll()},
		// A release that fails counts more than one that is undecided, whose status is higher.
		exit: () => {
			const bad = answers.map(exitOf).filter(code => code !== 0);
			return failures.length > 0 ? exitCodes.partial : bad.length > 0 ? Math.min(...bad) : 0;
		},
	};
}
