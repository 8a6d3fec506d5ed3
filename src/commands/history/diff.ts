import {defineCommand} from '../../cli/definition/command.ts';
import {optional, repeatedList} from '../../cli/definition/flag.ts';
import {choice, day, listOf} from '../../cli/definition/flag-values.ts';
import {CliError, exitCodes} from '../../errors.ts';
import {type Cell, type Column, dataset} from '../../output/dataset.ts';
import {compareResults, type Difference, kinds} from '../../questions/results/compare-results.ts';
import type {SavedResult} from '../../questions/results/result-history.ts';
import {findHistory, findResultOf, listResultsOf} from '../../questions/run/find-results.ts';
import {historyFlags} from '../questions/file-flags.ts';

const columns: readonly Column[] = [
	{key: 'kind', title: 'Kind', kind: 'text'},
	{key: 'row', title: 'Row', kind: 'text'},
	{key: 'figure', title: 'Figure', kind: 'text', layout: {priority: 3}},
	{key: 'before', title: 'Before', kind: 'number'},
	{key: 'now', title: 'Now', kind: 'number'},
	{key: 'change', title: 'Change', kind: 'number', isChange: true},
];

const changeOf = (before: Cell, now: Cell) =>
	typeof before === 'number' && typeof now === 'number' ? Math.round((now - before) * 1e6) / 1e6 : null;
const toRow = ({kind, row, figure, before, now}: Difference) => [kind, row, figure, before, now, changeOf(before, now)];

/** Returns the result of a day, or the latest from an earlier day than `newer`. */
function findOlder(saved: readonly SavedResult[], newer: SavedResult, wanted: string | undefined): SavedResult {
	if (wanted !== undefined) return findResultOf(saved, wanted, '--from');
	const found = saved.findLast(({day: each}) => each < newer.day) ?? saved[saved.indexOf(newer) - 1];
	if (found) return found;
	throw new CliError('usage', `'${newer.question}' has only one result: there is nothing to compare`, {
		hint: `run it again on another day: usagectl questions run ${newer.question}`,
	});
}

export const command = defineCommand({
	description:
		'Compares a saved result with an earlier one of the same question, and shows each figure that differs, with the kind of difference. `restated`: the figure was final in the earlier result and should not have changed. `expected`: the number of losses was final but has become smaller, because an installation that returns is no longer counted as lost. `new`: the figure has become final since the earlier result, or its row did not exist then. `changed`: the figure is not final in either result, so a change is normal. `gone`: its row is missing from the later result. `not comparable`: the command line, service or product was different, or only one of the results has a caveat (a note that limits what its figures mean).',
	examples: [{line: 'usagectl history diff active', caption: 'the latest result and the one before it'}],
	takes: ['product', 'rows'],
	flags: {
		from: optional({
			flags: '--from <date>',
			summary: 'Day of the earlier result (default: the result before the later one)',
			parse: day,
		}),
		to: optional({flags: '--to <date>', summary: 'Day of the later result (default: the latest)', parse: day}),
		failOn: repeatedList({
			flags: '--fail-on <kinds>',
			summary: 'Exit with status 7 if there are differences of these kinds',
			parse: listOf(choice(kinds)),
			choices: kinds,
		}),
		...historyFlags,
	},
	args: [{name: '<name>', summary: 'Name of the question', complete: 'question'}],
	columns: () => columns,
	run: async ({from, to, failOn, ...options}, [name = ''], context) => {
		const {readResult} = await import('../../questions/results/read-results.ts');
		const saved = await listResultsOf(await findHistory(options, context), name, context);
		const later = findResultOf(saved, to, '--to');
		const earlier = findOlder(saved, later, from);
		const found = compareResults(await readResult(earlier), await readResult(later));
		await context.footnote(
			`compared ${later.day} with ${earlier.day}: ${found.length === 0 ? 'no differences' : kinds.flatMap(kind => count(found, kind)).join(', ')}`,
		);
		const isWanted = found.some(({kind}) => failOn.includes(kind));
		return {dataset: dataset(columns, found.map(toRow)), exit: isWanted ? exitCodes.assertion : 0};
	},
});

function count(found: readonly Difference[], kind: Difference['kind']): readonly string[] {
	const many = found.filter(each => each.kind === kind).length;
	return many > 0 ? [`${many} ${kind}`] : [];
}
