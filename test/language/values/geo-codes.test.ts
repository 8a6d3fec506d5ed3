import {expect, test} from 'vitest';
import {compileFilter} from '../../../src/language/compile-expressions.ts';

const suggested = (text: string): unknown => {
	try {
		return compileFilter([{name: '--filter', text}], {today: '2026-06-30'}).canonical;
	} catch (error) {
		return (error as {details: {suggest: readonly string[]}}).details.suggest[0];
	}
};

/** Filters take codes; a name instead of a code gets a suggestion. */
test.each([
	['AF', 'Africa'],
	['AN', 'Antarctica'],
	['AS', 'Asia'],
	['EU', 'Europe'],
	['NA', 'North America'],
	['OC', 'Oceania'],
	['SA', 'South America'],
])('%s is %s', (code, name) => {
	expect(suggested(`continent=${code.toLowerCase()}`)).toMatch(new RegExp(`^geography.continent='?${code}'?$`));
	expect(suggested(`continent='${name}'`)).toBe(`${code} (${name})`);
	expect(suggested(`continent='${name.slice(0, -1)}'`)).toBe(`${code} (${name})`);
});

test.each([
	['US-CA', 'California'],
	['US-DC', 'District of Columbia'],
	['US-NY', 'New York'],
	['US-PR', 'Puerto Rico'],
])('%s is %s', (code, name) => {
	expect(suggested(`usState=${code.slice(3)}`)).toBe(suggested(`usState=${code}`));
	expect(suggested(`usState='${name}'`)).toBe(`${code} (${name})`);
});
