import {dirname, resolve} from 'node:path';
import type {CheckedLine, Context} from '../../cli/definition/command.ts';
import {Expected, type Options, optional, repeated} from '../../cli/definition/flag.ts';
import {text} from '../../cli/definition/flag-values.ts';
import {describeError} from '../../cli/definition/several-errors.ts';
import {CliError} from '../../errors.ts';
import type {QuestionFile} from '../../questions/file/question-file.ts';
import type {FileError} from '../../questions/file/read-yaml.ts';
import {nearNames, suggestion} from '../../text/near-names.ts';

function assignment(value: string): readonly [string, string] {
	const [, name, set] = /^([A-Za-z_]\w*)=(.*)$/s.exec(value) ?? [];
	if (name === undefined || set === undefined) throw new Expected('NAME=VALUE');
	return [name, set];
}

export const fileFlags = {
	file: optional({
		flags: '--file <path>',
		summary: 'Question file (default: usagectl.yaml here or in the nearest parent folder)',
		parse: text,
		complete: 'file',
	}),
	set: repeated({
		flags: '--set <name=value>',
		summary: 'Set a variable of the question file; overrides the environment',
		parse: assignment,
	}),
};

export type Opened = {
	readonly path: string;
	readonly folder: string;
	readonly history: string;
	readonly file: QuestionFile;
};

const historyName = 'usagectl-history';

async function validateSet(set: Options<typeof fileFlags>['set'], text: string): Promise<void> {
	if (set.length === 0) return;
	const {variablesIn} = await import('../../questions/file/question-variables.ts');
	const known = variablesIn(text);
	const [wrong] = set.map(([name]) => name).filter(name => !known.includes(name));
	if (wrong === undefined) return;
	const all = known.length === 0 ? 'the file has no variables' : `the variables are ${[...new Set(known)].join(', ')}`;
	throw new CliError('usage', `--set: the file has no variable ${wrong}`, suggestion(nearNames(wrong, known), all));
}

async function parse(options: Options<typeof fileFlags>, {env}: Pick<Context, 'env'>): Promise<Opened> {
	const {readQuestionText, resolveQuestionFile} = await import('../../questions/file/find-question-file.ts');
	const {parseQuestionFile} = await import('../../questions/file/question-file.ts');
	const {createVariables} = await import('../../questions/file/question-variables.ts');
	const path = await resolveQuestionFile(options.file);
	const text = await readQuestionText(path);
	await validateSet(options.set, text);
	const file = parseQuestionFile(text, createVariables(env, options.set));
	const folder = dirname(path);
	return {path, folder, history: resolve(folder, file.history ?? historyName), file};
}

/** Opens the file without validating its command lines. Throws one CliError (usage) for all errors. */
export async function openFile(options: Options<typeof fileFlags>, context: Pick<Context, 'env'>): Promise<Opened> {
	const opened = await parse(options, context);
	const {createFileError} = await import('../../questions/file/find-question-file.ts');
	if (opened.file.errors.length > 0) throw createFileError(opened.path, opened.file.errors);
	return opened;
}

/** Converts the error of a command line into errors at its position, or at that of the default that caused it. */
function toFileErrors(error: unknown, name: string, {locate}: QuestionFile): readonly FileError[] {
	if (!(error instanceof CliError) || error.kind !== 'usage') throw error;
	const {problems = [describeError(error)]} = error.details;
	return problems.map(message => {
		const [, flag] = /^defaults: --([\w-]+)/.exec(message) ?? [];
		return {...locate(flag === undefined ? ['questions', name, 'ask'] : ['defaults', flag]), message};
	});
}

/** Finds unknown columns in checks, if the columns of the command are known before it runs. */
async function findWrongColumns(
	{columns = []}: CheckedLine,
	{checks, headline, name}: QuestionFile['questions'][number],
	locate: QuestionFile['locate'],
): Promise<readonly FileError[]> {
	if (columns.length === 0) return [];
	const {columnsOf} = await import('../../questions/checks/check-columns.ts');
	const keys = columns.map(({key}) => key);
	const parts = [
		...checks.map((check, at) => [check, ['checks', at]] as const),
		...(headline ? [[headline, ['headline']] as const] : []),
	];
	return parts.flatMap(([part, path]) =>
		columnsOf(part)
			.filter(({key}) => !keys.includes(key))
			.map(({key, at}) => ({
				...locate(['questions', name, ...path, ...at]),
				message: `unknown column '${key}'; ${suggestion(nearNames(key, keys), `the columns are ${keys.join(', ')}`).hint}`,
			})),
	);
}

const findWrongBefore = (
	{name, before}: QuestionFile['questions'][number],
	{locate}: QuestionFile,
): readonly FileError[] =>
	!before || /^(?:exceptions|events) sync (?!-)/.test(before.join(' '))
		? []
		: [
				{
					...locate(['questions', name, 'before']),
					message: "before: expected 'exceptions sync DIR' or 'events sync DIR', followed by flags",
				},
			];

/** Finds defaults that no question accepts. `flags` is empty if no command line could be parsed. */
function findWrongDefaults(flags: ReadonlySet<string>, {defaults, locateName}: QuestionFile): readonly FileError[] {
	const wrong = flags.size === 0 ? [] : [...defaults.keys()].filter(name => !flags.has(name));
	return wrong.map(name => {
		const advice = suggestion(nearNames(name, [...flags]), 'use the long name of a flag, without dashes');
		return {...locateName(['defaults'], name), message: `no question accepts the flag --${name}; ${advice.hint}`};
	});
}

export type ValidatedQuestions = Opened & {readonly lines: ReadonlyMap<string, CheckedLine>};

/** Opens the file and validates every command line in it. Throws one CliError (usage) for all errors. */
export async function openQuestions(options: Options<typeof fileFlags>, context: Context): Promise<ValidatedQuestions> {
	const opened = await parse(options, context);
	const {file, folder, path} = opened;
	const errors: FileError[] = [...file.errors];
	const lines = new Map<string, CheckedLine>();
	const flags = new Set<string>();
	const onFlags = (names: readonly string[]) => {
		for (const name of names) flags.add(name);
	};
	for (const question of file.questions) {
		try {
			const line = await context.checkLine(question.ask, {defaults: file.defaults, folder, onFlags});
			lines.set(question.name, line);
			errors.push(...(await findWrongColumns(line, question, file.locate)));
		} catch (error) {
			errors.push(...toFileErrors(error, question.name, file));
		}
		errors.push(...findWrongBefore(question, file));
	}
	errors.push(...findWrongDefaults(flags, file));
	const {createFileError} = await import('../../questions/file/find-question-file.ts');
	if (errors.length > 0) throw createFileError(path, errors);
	return {...opened, lines};
}
