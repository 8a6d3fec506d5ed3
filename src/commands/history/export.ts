import {join, resolve} from 'node:path';
import type {ParquetPart} from '../../archive/sql/export-parts.ts';
import {defineCommand} from '../../cli/definition/command.ts';
import type {SavedResult} from '../../questions/results/result-history.ts';
import {findHistory, listSaved} from '../../questions/run/find-results.ts';
import {historyFlags} from '../questions/file-flags.ts';

/** Reads results one by one, so that only one is in memory. */
async function* readParts(saved: readonly SavedResult[], target: string): AsyncGenerator<ParquetPart> {
	const {readResult} = await import('../../questions/results/read-results.ts');
	for (const each of saved) {
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
		'Writes the rows of saved results as Parquet files in Hive-style partitions: question=…/product=…/taken=… (the time of the result). Existing files are replaced.',
	examples: [{line: 'usagectl history export parquet', caption: 'all results, for another engine'}],
	takes: ['product', 'out'],
	flags: historyFlags,
	args: [
		{name: '<dir>', summary: 'Folder to write to', complete: 'directory'},
		{name: '[names...]', summary: 'Questions to export (default: all)', complete: 'question'},
	],
	run: async (options, [dir = '', ...names], context) => {
		const saved = await listSaved(await findHistory(options, context), context, names);
		const {exportParts} = await import('../../archive/sql/export-parts.ts');
		const answers = await exportParts(readParts(saved, resolve(dir)), context);
		return {one: {answers, folder: resolve(dir)}};
	},
});
