import {type Context, defineCommand} from '../../cli/definition/command.ts';
import {optional} from '../../cli/definition/flag.ts';
import {text} from '../../cli/definition/flag-values.ts';
import {parseForgetBefore} from '../../cli/definition/shared-flags.ts';
import {CliError} from '../../errors.ts';
import {disk} from '../../files/disk.ts';
import {sentenceLayout} from '../../output/column-layout.ts';
import {type Column, dataset} from '../../output/dataset.ts';
import {findHistory, listSaved} from '../../questions/run/find-results.ts';
import {withHistoryLock} from '../../questions/run/run-questions.ts';
import {counted} from '../../text/wording.ts';
import {historyFlags} from '../questions/file-flags.ts';

const columns: readonly Column[] = [
	{key: 'question', title: 'Question', kind: 'text', layout: sentenceLayout},
	{key: 'product', title: 'Product', kind: 'text'},
	{key: 'day', title: 'Day', kind: 'date'},
];

const isFull = ({details}: CliError) => ['ENOSPC', 'EDQUOT'].includes(details.code ?? '');

/** A full disk has no room for a lock file either. Pruning without the lock is safe: the newest result of a question is never deleted. */
function withLockOrFullDisk<T>(folder: string, context: Context, work: () => Promise<T>): Promise<T> {
	let isLocked = false;
	const workLocked = () => {
		isLocked = true;
		return work();
	};
	return withHistoryLock(folder, context, workLocked).catch(error => {
		if (!isLocked && error instanceof CliError && isFull(error)) return work();
		throw error;
	});
}

export const command = defineCommand({
	description:
		'Deletes the results older than the day of --forget-before, except the last one of each month for each question and product. Asks for confirmation; --dry-run only lists what would be deleted.',
	examples: [
		{
			line: 'usagectl history prune --forget-before -400d -y',
			caption: 'keep all results of the last 400 days, and one per month before that',
		},
	],
	takes: ['product', 'today', 'tz', 'rows', 'dryRun', 'yes'],
	flags: {
		forgetBefore: optional({
			flags: '--forget-before <date>',
			summary: 'Delete results from before this day (-400d, 2026-03-01); required',
			parse: text,
		}),
		...historyFlags,
	},
	columns: () => columns,
	missing: ({forgetBefore}) =>
		forgetBefore === undefined
			? [{what: '--forget-before', hint: 'give the first day whose results are kept: --forget-before -400d'}]
			: [],
	run: async ({forgetBefore = '', ...options}, _args, context) => {
		const day = parseForgetBefore(forgetBefore, context.today);
		const folder = await findHistory(options, context);
		const {findPrunable} = await import('../../questions/results/result-history.ts');
		return withLockOrFullDisk(folder, context, async () => {
			const found = findPrunable(await listSaved(folder, context), day);
			const rows = found.map(({question, product, day: of}) => [question, product, of]);
			const many = `${counted(found.length, 'result')} from before ${day}`;
			await context.note(context.globals.dryRun ? `would delete ${many}` : `deleting ${many}`);
			if (context.globals.dryRun || found.length === 0) return {dataset: dataset(columns, rows)};
			if (!(await context.terminal.confirm({text: 'Delete them?', flag: '--yes'}))) return {};
			for (const {path} of found) await disk.remove(path);
			return {dataset: dataset(columns, rows)};
		});
	},
});
