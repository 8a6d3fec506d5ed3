import fc from 'fast-check';
import {expect, test} from 'vitest';
import {printFilter} from '../../src/language/filter/filter-model.ts';
import {reportCatalog} from '../../src/language/properties/catalog.ts';
import {quoteLine} from '../../src/text/shell-quoting.ts';
import {reportFilters} from '../language/support/models.ts';
import {isArgument, received, shellsHere} from '../language/support/shells.ts';
import {nasty} from '../language/support/texts.ts';
import {laws} from '../support/laws/laws.ts';

test('tries at least the shells that every system has', () => {
	expect(shellsHere).toContain('bash');
});

test.each(shellsHere)('L15: %s passes quoted texts through unchanged', shell => {
	const printed = fc.sample(reportFilters, {...laws(1100), seed: 15}).map(model => printFilter(model, reportCatalog));
	const texts = [...nasty, ...printed].filter(isArgument);
	expect(texts.length).toBeGreaterThan(1000);
	expect(
		received(
			shell,
			texts.map(text => quoteLine([text])),
		),
	).toEqual(texts);
});
