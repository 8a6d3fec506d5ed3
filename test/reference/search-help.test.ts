import {expect, test} from 'vitest';
import {findEntry} from '../../src/cli/find/command-tree.ts';
import {helpAnswers} from '../../src/cli/find/help-answers.ts';
import {locate} from '../../src/cli/find/locate.ts';
import {parseWords} from '../../src/cli/parse/parse-words.ts';
import {commandTree} from '../../src/command-table.ts';
import {topics} from '../../src/reference/topics.ts';
import {usagectl, words} from '../support/program/usagectl.ts';

/** What people type behind `help`, and the command or topic that they need. */
const wanted: Readonly<Record<string, readonly string[]>> = {
	'report current': [
		'dau',
		'wau',
		'mau',
		'stickiness',
		'excel',
		'country',
		'adoption',
		'compare',
		'graph',
		'uninstalls',
		'timeline',
		'decimal comma',
	],
	'report churn retention': ['retention', 'churn', 'cohort'],
	'report events table': ['feature'],
	'report why': ['why', 'anomaly'],
	'report support': ['drop support', 'windows 7', 'eol'],
	'keys list': ['seat', 'quota', 'license'],
	'keys set': ['refund', 'blacklist'],
	'keys expiring': ['renewal', 'expiry'],
	'keys update': ['upload'],
	'keys undo': ['revert'],
	'exceptions top': ['crash', 'bug'],
	'exceptions show': ['stack trace'],
	'release list': ['crash rate'],
	'release check': ['regression', 'ci'],
	login: ['password', 'token'],
	doctor: ['troubleshoot'],
	'help environment': ['proxy', 'certificate'],
	'help dates': ['timezone'],
	'help filters': ['syntax'],
	'help segments': ['breakdown'],
	'help query': ['database'],
	'help questions': ['alert', 'slack'],
	'help cron': ['schedule'],
	'help assistants': ['llm'],
};

test('the first hit is the right one for what people type', async () => {
	let count = 0;
	for (const [path, typed] of Object.entries(wanted))
		for (const word of typed) {
			const {stdout} = await usagectl(`help ${word}`);
			const [first = ''] = stdout.split('\n').filter(line => line.startsWith('  '));
			expect(first.replace(' --sandbox', ''), word).toMatch(new RegExp(`^  usagectl ${path}\\b`));
			count++;
		}
	expect(count).toBeGreaterThanOrEqual(40);
});

test('help excel begins with the workbook, and says why a CSV file loses 4.10', async () => {
	const {stdout} = await usagectl('help excel');
	const [, start = ''] = stdout.split('\n\n');
	expect(start).toMatch(/--out file\.xlsx\n.*4\.10/s);
});

test('each answer can be typed, and each of its words is searched for', async () => {
	const all = helpAnswers.flatMap(answer => answer.words.split(', '));
	expect(all.filter((word, at) => all.indexOf(word) !== at)).toEqual([]);
	for (const {line} of helpAnswers) {
		const {entry, rest} = locate(commandTree, words(line).slice(1));
		if (entry?.path === 'help') expect(topics).toHaveProperty([rest[0] ?? '']);
		else if (entry) {
			const grammar = {path: entry.path, ...(await entry.load())};
			expect(parseWords(rest, grammar).unknownFlags, line).toEqual([]);
		}
		expect(entry && findEntry(commandTree, entry.path), line).toBeDefined();
	}
});
