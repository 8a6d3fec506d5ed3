import {defineCommand} from '../../cli/definition/command.ts';
import {optional, repeatedList} from '../../cli/definition/flag.ts';
import {choice, day, listOf} from '../../cli/definition/flag-values.ts';
import {CliError, exitCodes} from '../../errors.ts';
import {type Cell, type Column, dataset} from '../../output/dataset.ts';
import {compareResults, type Difference, kinds} from '../../questions/results/compare-results.ts';
import type {SavedResult} from '../../questions/results/result-history.ts';
import {findHistory, findOfDay, historyFlags, listOne} from './find-results.ts';

const columns: readonly Column[] = [
	{key: 'kind', title: 'Kind', kind: 'text'},
	{key: 'row', title: 'Row', kind: 'text'},
	{key: 'figure', title: 'Figure', kind: 'text', layout: {priority: 3}},
	{key: 'before', title: 'Before', kind: 'number'},
	{key: 'now', title: 'Now', kind: 'number'},
	{key: 'change', title: 'Change', kind: 'number'},
];

const changeOf = (before: Cell, now: Cell) =>
	typeof before === 'number' && typeof now === 'number' ? Math.round((now - before) * 1e6) / 1e6 : null;
const toRow = ({kind, row, figure, before, now}: Difference) => [kind, row, figure, before, now, changeOf(before, now)];

/** The answer that another one is compared with: of a day, or the last of a day before. */
function findOlder(kept: readonly SavedResult[], newer: SavedResult, wanted: string | undefined): SavedResult {
	if (wanted !== undefined) return findOfDay(kept, wanted, '--from');
	const found = kept.findLast(({day: each}) => each < newer.day) ?? kept[kept.indexOf(newer) - 1];
	if (found) return found;
	throw new CliError('usage', 'there is one answer only, so nothing to compare', {
		hint: 'ask again on another day: usagectl questions run',
	});
}

export const command = defineCommand({
	description:
		'What a kept answer says otherwise than an earlier one: new are figures of periods that were not over, or whose losses were not known; restated are figures of the past, which should have stayed; changed and gone are rows of a range that runs until now, or of a list. Not comparable are answers to another question, of another service or product, and caveats that only one of them has.',
	examples: [{line: 'usagectl history diff active', caption: 'the last two days that were asked'}],
	flags: {
		...historyFlags,
		from: optional({
			flags: '--from <date>',
			summary: 'the day of the earlier answer; else the last before',
			parse: day,
		}),
		to: optional({flags: '--to <date>', summary: 'the day of the later answer; else the last', parse: day}),
		failOn: repeatedList({
			flags: '--fail-on <kinds>',
			summary: 'exit with 7 when there are such differences: restated',
			parse: listOf(choice(kinds)),
			choices: kinds,
		}),
	},
	args: [{name: '<name>', summary: 'a question', complete: 'question'}],
	columns: () => columns,
	run: async ({from, to, failOn, ...options}, [name = ''], context) => {
		const {readResult} = await import('../../questions/results/result-history.ts');
		const kept = await listOne(await findHistory(options, context), name, context);
		const later = findOfDay(kept, to, '--to');
		const earlier = findOlder(kept, later, from);
		const found = compareResults(await readResult(earlier), await readResult(later));
		await context.note(
			`${earlier.day} and ${later.day}: ${found.length === 0 ? 'no difference' : kinds.flatMap(kind => count(found, kind)).join(', ')}`,
		);
		const isWanted = found.some(({kind}) => failOn.includes(kind));
		return {dataset: dataset(columns, found.map(toRow)), exit: isWanted ? exitCodes.assertion : 0};
	},
});

function count(found: readonly Difference[], kind: Difference['kind']): readonly string[] {
	const many = found.filter(each => each.kind === kind).length;
	return many > 0 ? [`${many} ${kind}`] : [];
}
