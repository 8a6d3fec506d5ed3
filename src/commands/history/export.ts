import {join, resolve} from 'node:path';
import type {Part} from '../../archive/tables/result-views.ts';
import {defineCommand} from '../../cli/definition/command.ts';
import type {SavedResult} from '../../questions/results/result-history.ts';
import {findHistory, historyFlags, listKept} from './find-results.ts';

/** The rows of each answer, which is read when its turn has come. */
async function* readParts(kept: readonly SavedResult[], target: string): AsyncGenerator<Part> {
	const {readResult} = await import('../../questions/results/result-history.ts');
	for (const each of kept) {
		const {columns, rows} = await readResult(each);
		const names = [
			`question=${each.question}`,
			`product=${each.product ?? '__HIVE_DEFAULT_PARTITION__'}`,
			`taken=${each.taken}`,
		];
		yield {path: join(target, ...names, 'rows.parquet'), columns, rows};
	}
}

export const command = defineCommand({
	description:
		'Writes the rows of saved results as Parquet files in Hive partitions: question=/product=/taken=. Existing files are replaced.',
	examples: [{line: 'usagectl history export parquet', caption: 'all results, for another engine'}],
	flags: historyFlags,
	args: [
		{name: '<dir>', summary: 'Folder to write to', complete: 'directory'},
		{name: '[names...]', summary: 'Questions to export (default: all)', complete: 'question'},
	],
	run: async (options, [dir = '', ...names], context) => {
		const kept = await listKept(await findHistory(options, context), context, names);
		const {exportParts} = await import('../../archive/tables/result-views.ts');
		const answers = await exportParts(readParts(kept, resolve(dir)), context);
		return {one: {answers, folder: resolve(dir)}};
	},
});
