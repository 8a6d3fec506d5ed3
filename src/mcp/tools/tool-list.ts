import type {Context} from '../../cli/definition/command.ts';
import {type CommandTree, findEntry} from '../../cli/find/command-tree.ts';
import {releaseFlags} from '../../commands/release/shared-release-flags.ts';
import {formatCommandLine, serviceWords} from '../../lines/line-words.ts';
import type {FileOptions} from '../../questions/run/question-ports.ts';
import type {Tool} from '../tool.ts';
import {checkFilter} from './check-filter.ts';
import {createCrashes} from './crashes.ts';
import {createDescribe} from './describe.ts';
import {createKeyPlans} from './key-plans.ts';
import {keys} from './keys.ts';
import {createQuery} from './query-tool.ts';
import {createReportTool} from './report.ts';
import {createRunSaved} from './run-saved.ts';
import {createWhy} from './why-tool.ts';

export type ServeOptions = {
	readonly maxRows: number;
	readonly allowWrites: boolean;
	readonly crashes: string;
	readonly questions: FileOptions;
};

/** Tools that change keys exist only with `allowWrites`. */
export async function createTools(
	tree: CommandTree,
	{crashes, allowWrites, questions}: ServeOptions,
	context: Context,
): Promise<readonly Tool[]> {
	const entryOf = (path: string) => {
		const entry = findEntry(tree, path);
		if (!entry) throw new Error(`there is no command ${path}`);
		return entry;
	};
	return [
		createDescribe(path => entryOf(path).summary),
		checkFilter,
		await createReportTool(path => entryOf(path).load()),
		createWhy(crashes),
		keys,
		createCrashes(crashes, words => formatCommandLine([...serviceWords(context), ...words])),
		// `query` has the same default, and others for events.
		createQuery(crashes === releaseFlags.crashes.default ? undefined : crashes),
		createRunSaved({options: questions, context}),
		...(allowWrites ? createKeyPlans() : []),
	];
}
