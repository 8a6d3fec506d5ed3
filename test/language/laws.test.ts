import {formatWithOptions, isDeepStrictEqual} from 'node:util';
import fc from 'fast-check';
import {describe, test} from 'vitest';
import {filterModel} from '../../src/language/compile-expressions.ts';
import {type FilterModel, filterJson, printFilter} from '../../src/language/filter/filter-model.ts';
import {type Catalog, keyCatalog, reportCatalog} from '../../src/language/properties/catalog.ts';
import {readJson} from '../../src/language/source/read-json.ts';
import {laws} from '../support/laws/laws.ts';
import {keyFilters, reportFilters} from './support/models.ts';

/** The laws of filters: text, model and JSON are equivalent (L1 to L5, L14). */

const runs = laws(300);
const context = {today: '2025-03-15'};
/** Faster than expect, because it runs thousands of times. fast-check reports the model that failed. */
function same(found: unknown, wanted: unknown): void {
	if (!isDeepStrictEqual(found, wanted)) throw new Error(`${inspect(found)}\nis not\n${inspect(wanted)}`);
}
const inspect = (value: unknown) => formatWithOptions({depth: 9}, '%O', value);

const kinds: readonly (readonly [string, Catalog, fc.Arbitrary<FilterModel>])[] = [
	['reports', reportCatalog, reportFilters],
	['key registry', keyCatalog, keyFilters],
];

describe.each(kinds)('%s', (_, catalog, models) => {
	const read = (...texts: readonly string[]) =>
		filterModel(
			catalog,
			texts.map(text => ({name: '--filter', text, readJson})),
			context,
		).model;
	const compile = (model: FilterModel) => JSON.stringify(filterJson(model, catalog));
	const print = (model: FilterModel) => printFilter(model, catalog);

	test('L1, L14: compiled JSON imports as the same model and is in normal form', () => {
		fc.assert(
			fc.property(models, model => {
				const json = compile(model);
				const imported = read(json);
				same(imported, model);
				same(compile(imported), json);
			}),
			runs,
		);
	});

	test('L2, L3, L4: printed text parses as the same model and prints the same', () => {
		fc.assert(
			fc.property(models, model => {
				const text = print(model);
				const parsed = read(text);
				same(parsed, model);
				same(print(parsed), text);
			}),
			runs,
		);
	});

	test('L5: clauses in several flags, in lines or joined by and are equal in any order', () => {
		const shuffled = models.chain(model => {
			const clauses = [...model].flatMap(entry => splitClauses(new Map([entry]), catalog));
			return fc.tuple(
				fc.constant(model),
				fc.shuffledSubarray(clauses, {minLength: clauses.length}),
				fc.constantFrom('flags', 'lines', 'and'),
			);
		});
		fc.assert(
			fc.property(shuffled, ([model, clauses, joint]) => {
				const texts = joint === 'flags' ? clauses : [clauses.map(bracketed).join(joint === 'lines' ? '\n' : ' and ')];
				same(compile(read(...texts)), compile(model));
			}),
			runs,
		);
	});
});

/** Inside an `and`, an `or` needs parentheses. */
const bracketed = (clause: string) => `(${clause})`;

/** The texts of a filter, split into as many clauses as possible. */
function splitClauses(model: FilterModel, catalog: Catalog): string[] {
	const [[name, part] = []] = model;
	if (name !== undefined && part?.kind === 'flags' && part.alternatives.length === 1) {
		return [...(part.alternatives[0] ?? [])].map(([flag, value]) => `${value ? '' : 'not '}${name}.${flag}`);
	}
	if (
		name !== undefined &&
		(part?.kind === 'number' || part?.kind === 'date') &&
		part.min !== undefined &&
		part.max !== undefined
	) {
		const {kind, min, max, null: isNull} = part;
		return [{min}, {max}].map(end => printFilter(new Map([[name, {kind, ...end, null: isNull}]]), catalog));
	}
	return [printFilter(model, catalog)];
}
