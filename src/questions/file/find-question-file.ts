import {stat} from 'node:fs/promises';
import {dirname, join, resolve} from 'node:path';
import {CliError} from '../../errors.ts';
import {disk} from '../../files/disk.ts';
import {isForeign} from '../../files/platform.ts';
import {counted} from '../../text/wording.ts';
import {type Mistake, maxBytes} from './read-yaml.ts';

/** The file of questions on the disk. */

export const fileName = 'usagectl.yaml';

const isFile = async (path: string): Promise<boolean> => (await stat(path).catch(() => undefined))?.isFile() ?? false;

/** The nearest `usagectl.yaml` in a folder or above it, as git finds its own; undefined where there is none. */
export async function findQuestionFile(folder: string): Promise<string | undefined> {
	for (let at = resolve(folder); ; at = dirname(at)) {
		const path = join(at, fileName);
		if (await isFile(path)) return path;
		if (dirname(at) === at) return undefined;
	}
}

/** The path of the file: the one that is named, or the nearest one. Throws CliError usage where there is none. */
export async function resolveQuestionFile(named: string | undefined): Promise<string> {
	if (named !== undefined) return resolve(named);
	const found = await findQuestionFile('.');
	if (found === undefined)
		throw new CliError('usage', `there is no ${fileName} in this folder or a parent folder`, {
			hint: 'create one: usagectl questions init; or name one: --file PATH',
		});
	if (isForeign(await stat(found)))
		throw new CliError('usage', `${found} belongs to another user`, {
			hint: `if you trust it, name it: --file ${found}`,
		});
	return found;
}

/** The text of the file. Throws CliError: usage for a file that is none of questions, disk. */
export async function readQuestionText(path: string): Promise<string> {
	const found = await disk.stat(path);
	if (!found.isFile()) throw new CliError('usage', `${path} is not a file`, {hint: 'see usagectl help questions'});
	if (found.size > maxBytes)
		throw createMistakesError(path, [{line: 1, column: 1, message: `the file is larger than ${maxBytes / 1024} KB`}]);
	const bytes = await disk.read(path);
	try {
		return new TextDecoder('utf-8', {fatal: true}).decode(bytes);
	} catch {
		const valid = new TextDecoder().decode(bytes).split('\uFFFD')[0]?.split('\n') ?? [];
		const place = {line: valid.length, column: (valid.at(-1)?.length ?? 0) + 1};
		throw createMistakesError(path, [{...place, message: 'the file is not valid UTF-8'}]);
	}
}

const mostShown = 20;

/** Each mistake once, in the order of the file: that of a default is found with every question that takes it. */
function inOrder(mistakes: readonly Mistake[]): readonly Mistake[] {
	const each = new Map(mistakes.map(mistake => [JSON.stringify(mistake), mistake]));
	return [...each.values()].toSorted((one, other) => one.line - other.line || one.column - other.column);
}

/** One error about all mistakes of the file, `PATH:LINE:COLUMN: what` each. */
export function createMistakesError(path: string, found: readonly Mistake[]): CliError {
	const mistakes = inOrder(found);
	const shown = mistakes.slice(0, mostShown).map(({line, column, message}) => `${path}:${line}:${column}: ${message}`);
	const rest = mistakes.length > mostShown ? [`and ${mistakes.length - mostShown} more`] : [];
	return new CliError('usage', `${path} has ${counted(mistakes.length, 'error')}`, {
		hint: 'see usagectl help questions; let an editor check the file: usagectl questions schema',
		code: 'question-file',
		problems: [...shown, ...rest],
	});
}
