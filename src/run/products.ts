import {inTurn} from '../client/in-turn.ts';
import type {Outcome} from '../commands/command.ts';
import {CliError, exitCodes} from '../errors.ts';
import type {Column, Dataset, Row} from '../output/dataset.ts';

export const productColumn: Column = {key: 'product', title: 'Product', kind: 'text'};

type Answer = {readonly product: number; readonly data: Dataset; readonly exit: Outcome['exit']};
/** Ends the whole run, not one product of it. */
const endsAll = (error: CliError) => ['interrupted', 'terminated', 'hangup', 'brokenPipe'].includes(error.kind);

/** Every column that any product has, in the order of first appearance. */
function joinColumns(answers: readonly Answer[]): readonly Column[] {
	const columns = new Map<string, Column>();
	for (const {data} of answers)
		for (const column of data.columns) if (!columns.has(column.key)) columns.set(column.key, column);
	return [...columns.values()];
}

/** The rows of one product in the columns of all, its id in front. */
async function* placeRows({product, data}: Answer, all: readonly Column[]): AsyncGenerator<readonly Row[]> {
	const places = all.map(column => data.columns.findIndex(each => each.key === column.key));
	for await (const rows of data.blocks) yield rows.map(row => [product, ...places.map(place => row[place] ?? null)]);
}

/** What the first answer says of its rows holds for all, but caveats are each one's own; a wide table has a line for each product. */
function joinFaces(answers: readonly Answer[], caveats: readonly string[]): Pick<Dataset, 'about' | 'pivot' | 'live'> {
	const {about, pivot, live} = answers[0]?.data ?? {};
	return {
		...(about ? {about: {...about, products: answers.map(({product}) => product), caveats}} : {}),
		...(live ? {live} : {}),
		...(pivot ? {pivot: {...pivot, subject: [productColumn.key, ...pivot.subject]}} : {}),
	};
}

/**
 * Runs a command once for each product and joins the rows under one more column. One that fails does not lose the
 * others: it is told to `complain` at the end, and the run ends 6, or, when every one failed, with the failure itself.
 */
export async function runPerProduct(
	products: readonly number[],
	runOne: (product: number) => Promise<Outcome>,
	complain: (error: CliError) => Promise<void>,
): Promise<Outcome> {
	const failures: CliError[] = [];
	const fail = (product: number, thrown: unknown): undefined => {
		if (!(thrown instanceof CliError) || endsAll(thrown)) throw thrown;
		failures.push(new CliError(thrown.kind, `product ${product}: ${thrown.message}`, thrown.details));
	};
	const ask = async (product: number): Promise<Answer | undefined> => {
		try {
			const outcome = await runOne(product);
			return 'dataset' in outcome && outcome.dataset ? {product, data: outcome.dataset, exit: outcome.exit} : undefined;
		} catch (error) {
			return fail(product, error);
		}
	};
	// One at a time: how many calls at once the service bears, nobody says (wire-facts part 3).
	const answers = (await inTurn(products, ask)).filter(answer => answer !== undefined);
	if (answers.length === 0 && failures.length === 0) return {};
	const columns = joinColumns(answers);
	const caveats: string[] = [];
	let whole = 0;
	async function* blocks() {
		for (const answer of answers) {
			try {
				yield* placeRows(answer, columns);
				whole++;
				caveats.push(...(answer.data.about?.caveats ?? []).filter(text => !caveats.includes(text)));
			} catch (error) {
				fail(answer.product, error);
			}
		}
		if (whole === 0 && failures[0]) throw failures[0];
		for (const failure of failures) await complain(failure);
	}
	const ownExit = ({exit}: Answer) => (typeof exit === 'function' ? exit() : (exit ?? 0));
	const exit = () => (failures.length > 0 ? exitCodes.partial : (answers.map(ownExit).find(code => code !== 0) ?? 0));
	return {dataset: {...joinFaces(answers, caveats), columns: [productColumn, ...columns], blocks: blocks()}, exit};
}
