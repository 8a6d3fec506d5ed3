import type {Context} from '../cli/definition/command.ts';
import {reportFailure} from '../cli/run/report-failure.ts';
import {CliError} from '../errors.ts';
import {serviceWords} from '../lines/line-words.ts';
import {listSqlNames} from '../query/view-table.ts';
import {createCacheFile} from '../session/cache-file.ts';

/** Tests whether a statement ends with a semicolon outside of texts and comments. */
export function isCompleteStatement(text: string): boolean {
	const rest = text.replace(/'[^']*'|"[^"]*"|--[^\n]*|\/\*[\s\S]*?\*\//g, '');
	return /;\s*$/.test(rest) && !/['"]|\/\*/.test(rest);
}

/** Completes the last word of a line with views and their columns. */
function completeName(line: string): [candidates: string[], word: string] {
	const [word = ''] = /\w*$/.exec(line) ?? [];
	const names = listSqlNames().map(([name]) => name);
	return [names.filter(name => name.toLowerCase().startsWith(word.toLowerCase())), word];
}

/** Runs statements that are typed on a terminal, each as a command line of its own with the flags of this one. */
export async function promptSql(context: Context): Promise<void> {
	const {terminal, env, stateDir, signal, runLine, globals} = context;
	// The prompt itself holds the lock, and is what is recorded.
	const {lock: _, record: __, out: ___, ...texts} = context.texts;
	const style = [...serviceWords(context), `--output=${globals.output}`];
	const {promptForStatements} = await import('../terminal/statement-prompt.ts');
	const history = createCacheFile(
		stateDir,
		'query-history.json',
		(item: Partial<string> | null): item is string => typeof item === 'string',
	);
	const run = async (statement: string, stop: AbortSignal) => {
		try {
			await runLine(['query', '--', statement], {texts, signal: stop, shared: context});
		} catch (error) {
			if (!(error instanceof CliError)) throw error;
			await reportFailure(error, style, {env, stderr: terminal.stderr});
		}
	};
	await terminal.stderr.write('SHOW TABLES; lists the views. TAB completes names, Ctrl-D exits.\n');
	const typed = await promptForStatements({
		history: await history.read(),
		...{complete: completeName, isComplete: isCompleteStatement, run, signal},
	});
	await history.write(typed);
}
