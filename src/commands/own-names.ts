import type {Column} from '../output/dataset.ts';
import {createKnownValues, ownNames, parseOwnNames} from '../session/known-values.ts';
import type {Context} from './command.ts';
import {getServiceName} from './globals.ts';

/** What a product calls its properties: the name of the service by the name for people. */
export type OwnNames = ReadonlyMap<string, string>;

/** The product's own names, learned by `props list`; nothing is asked here. */
export async function readOwnNames({
	stateDir,
	globals,
	product,
}: Pick<Context, 'stateDir' | 'globals' | 'product'>): Promise<OwnNames> {
	// The sandbox is not started to learn the id of its product.
	const id = globals.sandbox ? undefined : await product();
	const entries = await createKnownValues({stateDir}).find(getServiceName(globals), id, ownNames);
	return parseOwnNames(entries);
}

/** The columns with the product's own names as headings. */
export const withOwnTitles = (columns: readonly Column[], names: OwnNames): readonly Column[] =>
	columns.map(column => {
		const title = [...names].find(([, name]) => name === column.key)?.[0];
		return title === undefined ? column : {...column, title};
	});
