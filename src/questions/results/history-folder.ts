import {lstat} from 'node:fs/promises';
import {join, relative} from 'node:path';
import {findPathOutside} from '../../files/trust/inside-folder.ts';
import {validateTrustedEntry, validateTrustedPath} from '../../files/trust/trusted-path.ts';
import {trustHint} from '../file/find-question-file.ts';
import type {QuestionFile} from '../file/question-file.ts';
import type {FileError} from '../file/read-yaml.ts';

const isLink = async (path: string) => (await lstat(path).catch(() => undefined))?.isSymbolicLink() ?? false;

/** Other programs keep their files in hidden folders, as git its hooks, and read the files of the folder itself. */
function isPlainFolder(folder: string, history: string): boolean {
	const names = relative(folder, history).split(/[\\/]/);
	return names.every(name => name !== '' && !name.startsWith('.'));
}

type HistoryLocation = {
	readonly file: string;
	readonly folder: string;
	readonly history: string;
	/** The user typed the path of the history, so it may lead anywhere. */
	readonly isTyped: boolean;
	readonly owner: number | undefined;
};

/**
 * Returns the errors of a file whose history leads out of its folder. Throws CliError (usage) if another user may have written the
 * history, or could.
 */
export async function findHistoryErrors(
	{questions, locate, locateName}: QuestionFile,
	{file, folder, history, isTyped, owner}: HistoryLocation,
): Promise<readonly FileError[]> {
	const errors: FileError[] = [];
	const outside = isTyped ? undefined : await findPathOutside(folder, history);
	if (outside !== undefined)
		errors.push({...locate(['history']), message: `history: '${outside}' is outside the folder of the file`});
	else if (!isTyped && !isPlainFolder(folder, history))
		errors.push({
			...locate(['history']),
			message: `history: '${history}' must be a folder in that of the file, and not hidden`,
		});
	for (const {name} of questions) {
		const path = join(history, name);
		if (await isLink(path))
			errors.push({...locateName(['questions'], name), message: `the folder of its results, ${path}, is a link`});
	}
	if (errors.length > 0) return errors;
	if (owner === undefined) await validateTrustedPath(history, trustHint(file));
	for (const path of [history, ...questions.map(({name}) => join(history, name))])
		await validateTrustedEntry(path, {owner});
	return [];
}
