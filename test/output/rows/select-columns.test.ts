import {expect, test} from 'vitest';
import type {CliError} from '../../../src/errors.ts';
import {comparisonColumns} from '../../../src/output/rows/comparison-columns.ts';
import {findColumn, findNeeded} from '../../../src/output/rows/select-columns.ts';

const columns = comparisonColumns([{key: 'value', title: 'Uses', kind: 'count'}], {keys: ['value'], isNamed: false});
const keysOf = (reasons: readonly (string | null)[]) => {
	const rows = reasons.map((reason, at) => ['value', at, 1, reason === null ? 1 : null, null, reason]);
	const {places, notes} = findNeeded(columns, rows);
	return {keys: places.map(place => columns[place]?.key), notes};
};
const days = '43 days compared with 90';

test('notes a value that all rows share once, and omits columns without a value or for data only', () => {
	expect(keysOf([days, days])).toEqual({
		keys: ['baseline', 'value'],
		notes: [`no row is comparable: ${days}`],
	});
	expect(keysOf([days, 'today is not over'])).toEqual({keys: ['baseline', 'value', 'reason'], notes: []});
	expect(keysOf([days, null]).keys).toEqual(['baseline', 'value', 'delta', 'reason']);
	expect(keysOf([days]).keys).toEqual(['baseline', 'value', 'reason']);
	expect(keysOf([null, null]).keys).toEqual(['baseline', 'value', 'delta']);
});

test('suggests a column once, even if its key and its title are near', () => {
	const own = [
		{key: 'licenseKey', title: 'License key', kind: 'text'},
		{key: 'firstDay', title: 'Seen since', kind: 'date'},
	] as const;
	const hintOf = (name: string) => {
		try {
			return findColumn(own, name, '--fields');
		} catch (error) {
			return (error as CliError).details.hint;
		}
	};
	expect(hintOf('licensKey')).toBe('did you mean licenseKey?');
	expect(hintOf('seen sinc')).toBe('did you mean Seen since?');
	expect(hintOf('Seen since')).toBe(1);
});
