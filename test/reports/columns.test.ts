import {readFileSync} from 'node:fs';
import {resolve} from 'node:path';
import {expect, test} from 'vitest';
import {parseWords} from '../../src/cli/parse/parse-words.ts';
import {readFlags} from '../../src/cli/parse/read-flags.ts';
import {commandTree} from '../../src/command-table.ts';
import {words} from '../support/program/usagectl.ts';

/** The columns are a promise to whoever reads the rows: their names are the service's. */

const columnsOf = async (path: string, flags: string) => {
	const entry = commandTree.commands.find(each => each.path === path);
	const command = await entry?.load();
	const grammar = {path, flags: command?.flags ?? {}};
	const {texts} = parseWords(words(`--from -1d ${flags}`), grammar);
	const options = readFlags(grammar.flags, texts, {path});
	return (await command?.columns?.(options as never))?.map(({key}) => key);
};

const usage = ['cumulativeUsageCount', 'averageCountPerUser', 'averageCountPerSession', 'averageCountPerRuntimeHour'];
const customValues = [
	'cumulativeCustomValueCount',
	'averageCustomValuePerEvent',
	'averageCustomValuePerUser',
	'averageCustomValuePerSession',
	'averageCustomValuePerRuntimeHour',
];
const lostUsage = [
	'eventCount',
	'eventCountPerUser',
	'usersUsedAtLeastOnce',
	'percentUsedAtLeastOnce',
	'usersNeverUsed',
	'percentNeverUsed',
];
const frequency = [
	'eventCounts',
	'averageEventCountPerSessionUsedAtLeastOnce',
	'averageEventCountPerSessionAll',
	'averageEventCountPerUserAtLeastOnce',
	'averageEventCountPerUserAll',
	'uniqueUsersUsedAtLeastOnce',
	'percentUsedAtLeastOnce',
	'uniqueUsersNeverUsed',
];
const engaged = ['engaged', 'engagedPercent', 'lost', 'lostPercent'];
const bins = ['bin', 'installations'];
const event = ['category', 'name', 'combiLabel'];
const levels = "--level prodEdition --level 'country: each *'";

const promised: readonly (readonly [string, string, readonly string[]])[] = [
	['report current', '', ['new', 'active']],
	['report current', '--status lost,new', ['lost', 'new']],
	['report current', levels, ['prodEdition', 'geography.country', 'new', 'active']],
	['report current', `${levels} --totals`, ['prodEdition', 'geography.country', 'level', 'new', 'active']],
	['report current', '--split month --level prodEdition', ['date', 'prodEdition', 'new', 'active', 'complete']],
	['report churn retention', '', ['period', 'installations', ...engaged]],
	[
		'report churn retention',
		'--segment-by installationMonth',
		['installationMonth', 'period', ...engaged, 'lossesComplete', 'complete'],
	],
	['report churn days', '', bins],
	['report churn sessions', '', bins],
	['report churn runtime', '', bins],
	['report churn event', '', ['histogram', ...bins]],
	['report churn events', '', ['eventCategory', 'eventName', ...lostUsage]],
	['report churn events', '--segment-by os.version', ['os.version', 'eventCategory', 'eventName', ...lostUsage]],
	['report events table', '', ['category', 'name', ...usage, ...customValues]],
	['report events table', '--totals', ['category', 'name', 'level', ...usage, ...customValues]],
	['report events timeline', '', ['date', 'category', 'name', 'value', 'complete']],
	['report events frequency', '', [...event, ...frequency]],
	['report events frequency', '--segment-by prodEdition --bins', ['prodEdition', ...event, ...bins]],
];

test.each(promised)('%s %s', async (path, flags, keys) => {
	expect(await columnsOf(path, flags)).toEqual(keys);
});

test.each(['report churn retention', 'report events timeline'])(
	'%s --wide has columns that only the answer knows',
	async path => {
		expect(await columnsOf(path, '--wide')).toBeUndefined();
	},
);

test('docs/reports.md names all columns', () => {
	const page = readFileSync(resolve(import.meta.dirname, '../../docs/reports.md'), 'utf8');
	const own = new Set(['prodEdition', 'geography.country', 'os.version', 'installationMonth', 'new', 'active', 'lost']);
	const missing = promised.flatMap(([, , keys]) => keys.filter(key => !own.has(key) && !page.includes(`\`${key}\``)));
	expect(missing).toEqual([]);
});
