import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {filterModel} from '../../src/language/compile-expressions.ts';
import {printFilter} from '../../src/language/filter/filter-model.ts';
import {reportCatalog} from '../../src/language/properties/catalog.ts';
import {innerMark, quoteFor, type Shell} from '../../src/text/shell-quoting.ts';
import {laws} from '../support/laws/laws.ts';
import {reportFilters} from './support/models.ts';
import {isArgument, received, shellsHere} from './support/shells.ts';

/** L15: text printed for a shell passes through that shell unchanged. */

const printed = (shell: Shell) =>
	fc
		.sample(reportFilters, {...laws(1100), seed: 15})
		.map(model => ({model, text: printFilter(model, reportCatalog, innerMark(shell))}))
		.filter(({text}) => isArgument(text));

describe.each(shellsHere)('%s', (shell, name) => {
	test('filters arrive as they were printed', () => {
		const filters = printed(name);
		const quoted = filters.map(({text}) => quoteFor(name, text) ?? '');
		const arrived = received(shell, quoted);
		expect(filters.length).toBeGreaterThan(1000);
		expect(arrived).toEqual(filters.map(({text}) => text));
		// Equal texts give equal models (L2, L4), so parsing a few is enough.
		for (const [index, {model}] of filters.slice(0, 200).entries()) {
			const source = {name: '--filter', text: arrived[index] ?? ''};
			expect(filterModel(reportCatalog, [source], {today: '2025-03-15'}).model).toEqual(model);
		}
	});
});
