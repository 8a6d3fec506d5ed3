import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';

const rows = readFileSync(join(import.meta.dirname, 'faults.md'), 'utf8')
	.split('\n')
	.filter(line => /^\| [A-Z]\d+ \|/.test(line))
	.map(line => {
		const [, id = '', fault = '', outcome = '', held = ''] = line.split('|').map(cell => cell.trim());
		return {id, fault, outcome, held};
	});

/** `file` name · `file` name */
const parseTests = (held: string) =>
	held
		.split(' · ')
		.filter(Boolean)
		.map(text => {
			const [, file = '', name = ''] = /^`([^`]+)` (.+)$/.exec(text) ?? [];
			return {file, name};
		});

const titles = new Map<string, string>();
/** What a file calls its tests: the text behind `test(`, and behind the table of a `test.each`. */
function readTitles(file: string): string {
	const path = join(import.meta.dirname, file);
	if (!existsSync(path)) return '';
	const found = titles.get(file) ?? readFileSync(path, 'utf8').replaceAll("\\'", "'");
	titles.set(file, found);
	return found;
}

test('the rows of each group are numbered without gaps', () => {
	const counts = new Map<string, number>();
	for (const {id} of rows) {
		const group = id.replace(/\d+/, '');
		const number = (counts.get(group) ?? 0) + 1;
		counts.set(group, number);
		expect(id).toBe(`${group}${number}`);
	}
	expect(counts.size).toBeGreaterThan(10);
});

test('every row has a description and cites an existing test, or gives the reason for none', () => {
	const open = rows.flatMap(({id, outcome, held}) => {
		if (outcome === '') return [`${id}: what happens?`];
		const tests = parseTests(held);
		if (tests.length === 0) return outcome.startsWith('not applicable: ') ? [] : [`${id}: no test`];
		return tests
			.filter(({file, name}) => name === '' || !readTitles(file).includes(name))
			.map(({file, name}) => `${id}: ${file} has no test "${name}"`);
	});
	expect(open).toEqual([]);
});
