import type {Dataset} from '../output/dataset.ts';
import {type Problem, printProblem} from './problem.ts';
import {parseLines, readLines} from './spool.ts';
import type {Workspace} from './workspace.ts';

/** More than these are in the report file only. */
export const mostShown = 20;

/** The mistakes of a file: counted, the first ones at hand, all of them on disk. */
export type Problems = {
	readonly add: (problems: readonly Problem[]) => void;
	readonly settle: () => Promise<void>;
	readonly close: () => Promise<unknown>;
	readonly count: () => number;
	readonly first: () => readonly Problem[];
	/** All of them as rows, once closed. */
	readonly dataset: () => Dataset;
};

/** Collects problems in a spool of the workspace. */
export async function createProblems(workspace: Workspace): Promise<Problems> {
	const spool = await workspace.spool('problems');
	const first: Problem[] = [];
	let count = 0;
	return {
		add: problems => {
			for (const problem of problems) {
				count++;
				if (first.length < mostShown) first.push(problem);
				spool.add(problem);
			}
		},
		settle: spool.settle,
		close: spool.close,
		count: () => count,
		first: () => first,
		dataset: () => ({
			columns: ['line', 'column', 'field', 'problem', 'suggest'].map(key => ({key, title: key, kind: 'text'})),
			blocks: toBlocks(workspace.path('problems')),
		}),
	};
}

async function* toBlocks(path: string) {
	for await (const lines of readLines(path)) {
		yield parseLines<Problem>(lines).map(
			({line, column, field, message, suggest = null}) => [line, column, field, message, suggest] as const,
		);
	}
}

/** The lines that stand between `error:` and `hint:`. */
export const printFirst = (problems: Problems): readonly string[] => {
	const more = problems.count() - problems.first().length;
	const shown = [...problems.first()].sort((a, b) => a.line - b.line || a.column - b.column).map(printProblem);
	return more > 0 ? [...shown, `… and ${more} more`] : shown;
};
