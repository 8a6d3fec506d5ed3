import {stat} from 'node:fs/promises';
import {dirname, join, resolve} from 'node:path';
import {CliError} from '../../errors.ts';
import {disk} from '../../files/disk.ts';
import {resolveLinks} from '../../files/platform.ts';
import {validateTrustedPath} from '../../files/trust/trusted-path.ts';
import {counted} from '../../text/wording.ts';
import {type FileError, maxBytes} from './read-yaml.ts';

export const fileName = 'usagectl.yaml';

const isFile = async (path: string): Promise<boolean> => (await stat(path).catch(() => undefined))?.isFile() ?? false;

export async function findQuestionFile(folder: string): Promise<string | undefined> {
	for (let at = resolve(folder); ; at = dirname(at)) {
		const path = join(at, fileName);
		if (await isFile(path)) return path;
		if (dirname(at) === at) return undefined;
	}
}

export const trustHint = (file: string): string => `if you trust it, name the file: --file ${file}`;

export type FoundFile = {
	readonly path: string;
	/** The owner of a file that was named: naming a file trusts its owner. */
	readonly owner: number | undefined;
};

/** Finds the named file or the nearest one, which other users must not have written. Throws CliError (usage). */
export async function resolveQuestionFile(named: string | undefined): Promise<FoundFile> {
	if (named !== undefined) {
		const path = resolve(named);
		return {path, owner: (await stat(path).catch(() => undefined))?.uid};
	}
	const found = await findQuestionFile('.');
	if (found === undefined)
		throw new CliError('usage', `there is no ${fileName} in this folder or a parent folder`, {
			hint: 'create one: usagectl questions init; or name one: --file PATH',
		});
	await validateTrustedPath(found, trustHint(found));
	// Paths in the file are relative to its real folder, not to the folder of a link to it.
	return {path: await resolveLinks(found), owner: undefined};
}

export async function readQuestionText(path: string): Promise<string> {
	const found = await disk.stat(path);
	if (!found.isFile()) throw new CliError('usage', `${path} is not a file`, {hint: 'see usagectl help questions'});
	if (found.size > maxBytes)
		throw createFileError(path, [{line: 1, column: 1, message: `the file is larger than ${maxBytes / 1024} KB`}]);
	const bytes = await disk.read(path);
	try {
		return new TextDecoder('utf-8', {fatal: true}).decode(bytes);
	} catch {
		const valid = new TextDecoder().decode(bytes).split('\uFFFD')[0]?.split('\n') ?? [];
		const place = {line: valid.length, column: (valid.at(-1)?.length ?? 0) + 1};
		throw createFileError(path, [{...place, message: 'the file is not valid UTF-8'}]);
	}
}

const mostShown = 20;

/** Returns each error once, in the order of the file. An error in a default is found once per question that uses it. */
function inOrder(errors: readonly FileError[]): readonly FileError[] {
	const each = new Map(errors.map(error => [JSON.stringify(error), error]));
	return [...each.values()].toSorted((one, other) => one.line - other.line || one.column - other.column);
}

export function createFileError(path: string, found: readonly FileError[]): CliError {
	const errors = inOrder(found);
	const shown = errors.slice(0, mostShown).map(({line, column, message}) => `${path}:${line}:${column}: ${message}`);
	const rest = errors.length > mostShown ? [`and ${errors.length - mostShown} more`] : [];
	return new CliError('usage', `${path} has ${counted(errors.length, 'error')}`, {
		hint: 'see usagectl help questions; let an editor check the file: usagectl help schema',
		code: 'question-file',
		problems: [...shown, ...rest],
	});
}
