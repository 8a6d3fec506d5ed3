import {stat} from 'node:fs/promises';
import {dirname, resolve} from 'node:path';
import {CliError} from '../../errors.ts';
import {writeFileAtomic} from '../../files/atomic-file.ts';
import {disk} from '../../files/disk.ts';
import {quoteLine} from '../../text/shell-quoting.ts';
import {addQuestion} from '../file/add-question.ts';
import {fileName, findQuestionFile, readQuestionText} from '../file/find-question-file.ts';
import {findNameError} from '../file/question-file.ts';
import {readyFile} from '../file/ready-questions.ts';
import {openFile} from './open-question-file.ts';
import type {FileOptions, QuestionPorts} from './question-ports.ts';

/** With a dry run, the text is returned and not written. */
type Written = {readonly text: string} | {readonly dataset?: never};
type WriteMode = {readonly dryRun: boolean};

const exists = async (path: string) => (await stat(path).catch(() => undefined)) !== undefined;

/** Creates the file with the ready-made questions. Throws CliError (usage) if it exists. */
export async function createQuestionFile(
	{file, products, dryRun}: Pick<FileOptions, 'file'> & WriteMode & {readonly products: readonly number[]},
	{note}: Pick<QuestionPorts, 'note'>,
): Promise<Written> {
	const path = resolve(file ?? fileName);
	const product =
		products.length === 0 ? '' : `  product: ${products.length > 1 ? `[${products.join(', ')}]` : products[0]}\n`;
	const createExistsError = () =>
		new CliError('usage', `${path} already exists`, {
			hint: 'add a question to it: usagectl questions add NAME -- report current --from -30d',
		});
	if (await exists(path)) throw createExistsError();
	const text = readyFile.replace('PRODUCT', () => product);
	if (dryRun) return {text};
	await disk.reportingAs('write', path).makeFolder(dirname(path));
	if (!(await disk.create(path, text, 0o666))) throw createExistsError();
	await note(`created ${path}; run its questions: usagectl questions run`);
	return {};
}

export type SavedQuestion = {
	readonly name: string;
	readonly title: string | undefined;
	/** The command line, which may begin with `usagectl`. */
	readonly words: readonly string[];
	/** Replaces the command line of an existing question. */
	readonly replace: boolean;
};

/** Validates the command line and adds it to the file, which is created if there is none. */
export async function saveQuestion(
	{name, title, words, replace}: SavedQuestion,
	{dryRun, ...options}: FileOptions & WriteMode,
	ports: Pick<QuestionPorts, 'note' | 'checkLine' | 'env'>,
): Promise<Written> {
	const nameError = findNameError(name);
	if (nameError)
		throw new CliError('usage', nameError, {
			hint: 'for example: usagectl questions add by-edition -- report current --level prodEdition',
		});
	const found = options.file ?? (await findQuestionFile('.'));
	const isThere = found !== undefined && (await exists(found));
	const opened = isThere ? await openFile(options, ports) : undefined;
	const path = opened?.path ?? resolve(found ?? fileName);
	const line = words[0] === 'usagectl' ? words.slice(1) : words;
	const defaults = opened?.file.defaults ?? new Map();
	const check = (words: readonly string[]) => ports.checkLine(words, {purpose: 'ask', defaults, folder: dirname(path)});
	await check(line).catch(async error => {
		const [only = ''] = line;
		if (line.length === 1 && only.includes(' '))
			throw new CliError('usage', 'the command line is in quotes, which make it one word', {
				hint: ['usagectl questions add', name, '--', only].join(' '),
			});
		const whole = [name, ...line];
		if (!(await check(whole).catch(() => undefined))) throw error;
		throw new CliError('usage', 'the name of the question is missing', {
			hint: `usagectl questions add NAME -- ${quoteLine(whole)}`,
		});
	});
	// Otherwise `${` would be read as a variable of the file.
	const ask = quoteLine(line.map(word => word.replaceAll('${', '$${')));
	const text = addQuestion(isThere ? await readQuestionText(path) : '', {name, title, ask}, {replace});
	if (dryRun) return {text};
	await disk.reportingAs('write', path).makeFolder(dirname(path));
	await writeFileAtomic(path, text, {mode: 0o666});
	await ports.note(`${isThere ? 'added a question to' : 'created'} ${path}; run it: usagectl questions run ${name}`);
	return {};
}
