import {dirname, resolve} from 'node:path';
import {addDays} from '../../calendar.ts';
import {CliError, describeError, listErrors} from '../../errors.ts';
import type {CheckedLine} from '../../lines/checked-line.ts';
import type {Mark} from '../../output/dataset.ts';
import {nearNames, suggestion} from '../../text/near-names.ts';
import {counted} from '../../text/wording.ts';
import type {Question, QuestionFile} from '../file/question-file.ts';
import type {FileError} from '../file/read-yaml.ts';
import type {ResultHistory, WorkCalendar} from '../results/result-history.ts';
import type {FileOptions, QuestionPorts} from './question-ports.ts';

export type OpenedFile = {
	readonly path: string;
	readonly folder: string;
	readonly history: string;
	/** The values of --set, which may be paths that lead out of the folder. */
	readonly typedPaths: readonly string[];
	readonly calendar: WorkCalendar | undefined;
	readonly marks: readonly Mark[];
	readonly file: QuestionFile;
};

const historyName = 'usagectl-history';

async function validateSet(set: FileOptions['set'], text: string): Promise<void> {
	if (set.length === 0) return;
	const {variablesIn} = await import('../file/question-variables.ts');
	const variables = variablesIn(text);
	const [wrong] = set.map(([name]) => name).filter(name => !variables.includes(name));
	if (wrong === undefined) return;
	const all =
		variables.length === 0 ? 'the file has no variables' : `the variables are ${[...new Set(variables)].join(', ')}`;
	throw new CliError('usage', `--set: the file has no variable ${wrong}`, suggestion(nearNames(wrong, variables), all));
}

async function parse(options: FileOptions, {env}: Pick<QuestionPorts, 'env'>): Promise<OpenedFile> {
	const {readQuestionText, resolveQuestionFile} = await import('../file/find-question-file.ts');
	const {parseQuestionFile} = await import('../file/question-file.ts');
	const {createVariables} = await import('../file/question-variables.ts');
	const {findHistoryErrors} = await import('../results/history-folder.ts');
	const {path, owner} = await resolveQuestionFile(options.file);
	const text = await readQuestionText(path);
	await validateSet(options.set, text);
	const file = parseQuestionFile(text, createVariables(env, options.set));
	const folder = dirname(path);
	const {history: named = historyName} = file;
	const history = resolve(folder, named);
	const typedPaths = options.set.map(([, value]) => value);
	const isTyped = typedPaths.includes(named);
	const {readWorkCalendar} = await import('../calendar/work-calendar.ts');
	const errors = await findHistoryErrors(file, {file: path, folder, history, isTyped, owner});
	const {calendar, errors: calendarErrors} = await readWorkCalendar(file, {folder, typedPaths});
	const {readMarks} = await import('../calendar/marks.ts');
	const {marks, errors: markErrors} = await readMarks(file, {folder, typedPaths});
	const all = [...file.errors, ...errors, ...calendarErrors, ...markErrors];
	return {path, folder, history, typedPaths, calendar, marks, file: {...file, errors: all}};
}

/** Opens the file without validating its command lines. Throws one CliError (usage) for all errors. */
export async function openFile(options: FileOptions, ports: Pick<QuestionPorts, 'env'>): Promise<OpenedFile> {
	const opened = await parse(options, ports);
	const {createFileError} = await import('../file/find-question-file.ts');
	if (opened.file.errors.length > 0) throw createFileError(opened.path, opened.file.errors);
	return opened;
}

/**
 * Lists the saved results, of certain products if they are named, with what the checks of questions need. Leaves out results
 * from the future: a planted one would stay the latest for years, and stand for every new one in a digest.
 */
export async function openResults(
	{file, history, calendar, marks}: OpenedFile,
	{today, clock, note}: Pick<QuestionPorts, 'today' | 'clock' | 'note'>,
	products: readonly number[] = [],
): Promise<ResultHistory> {
	const {createResultReader} = await import('../results/read-results.ts');
	const {listResults} = await import('../results/result-history.ts');
	const {withReleases} = await import('../calendar/release-marks.ts');
	const found = (await listResults(history)).filter(
		({product}) => products.length === 0 || product === null || products.includes(product),
	);
	const now = clock.now().toISOString().slice(0, 10);
	// It may be tomorrow in the time zone of a colleague, or today in another year with --today.
	const last = addDays(today > now ? today : now, 1);
	const saved = found.filter(({day, taken}) => day <= last && taken.slice(0, 8) <= last.replaceAll('-', ''));
	const future = found.length - saved.length;
	if (future > 0) await note(`${counted(future, 'saved result')} skipped: dated after ${last}`);
	return {saved, read: createResultReader(), calendar, marks: await withReleases(marks, file.questions, saved)};
}

type Part = 'ask' | 'before';

/** Converts the errors of a command line into errors at its position, or at that of the member that caused them. */
function toFileErrors(
	error: unknown,
	{name, part}: {readonly name: string; readonly part: Part},
	{locate}: QuestionFile,
): readonly FileError[] {
	if (!(error instanceof CliError) || error.kind !== 'usage') throw error;
	return listErrors(error).flatMap(each => {
		const {origin = [part], problems = [describeError(each)]} = each.details;
		const [first] = origin;
		const place = locate(first === 'defaults' ? origin : ['questions', name, ...origin]);
		return problems.map(text => ({...place, message: first === 'before' ? `before: ${text}` : text}));
	});
}

/** Finds unknown columns in checks, if the columns of the command are known before it runs. */
async function findWrongColumns(
	{columns = []}: CheckedLine,
	{checks, headline, name}: QuestionFile['questions'][number],
	locate: QuestionFile['locate'],
): Promise<readonly FileError[]> {
	if (columns.length === 0) return [];
	const {columnsOf} = await import('../checks/check-columns.ts');
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

/** Finds defaults that no question accepts. `flags` is empty if no command line could be parsed. */
function findWrongDefaults(flags: ReadonlySet<string>, {defaults, locateName}: QuestionFile): readonly FileError[] {
	const wrong = flags.size === 0 ? [] : [...defaults.keys()].filter(name => !flags.has(name));
	return wrong.map(name => {
		const advice = suggestion(nearNames(name, [...flags]), 'use the long name of a flag, without dashes');
		return {...locateName(['defaults'], name), message: `no question accepts the flag --${name}; ${advice.hint}`};
	});
}

export type ValidatedQuestions = OpenedFile & {
	/** The command lines of the questions, by name. */
	readonly lines: ReadonlyMap<string, CheckedLine>;
	/** The command lines to run first, by the name of the question. */
	readonly preparations: ReadonlyMap<string, CheckedLine>;
};

/**
 * Opens the file and validates every command line in it. `findErrors` finds further errors. Throws one CliError (usage) for all errors.
 */
export async function openQuestions(
	options: FileOptions,
	ports: Pick<QuestionPorts, 'env' | 'checkLine'>,
	findErrors?: (opened: OpenedFile) => Promise<readonly FileError[]>,
): Promise<ValidatedQuestions> {
	const opened = await parse(options, ports);
	const {file, folder, path, typedPaths} = opened;
	const errors: FileError[] = [...file.errors, ...((await findErrors?.(opened)) ?? [])];
	const [lines, preparations] = [new Map<string, CheckedLine>(), new Map<string, CheckedLine>()];
	const flags = new Set<string>();
	const addFlags = (names: readonly string[]) => {
		for (const name of names) flags.add(name);
	};
	const check = async (part: Part, {name, on, ...question}: Question, target: Map<string, CheckedLine>) => {
		const words = question[part];
		if (!words) return undefined;
		const product = new Map([...file.defaults].filter(([flag]) => flag === 'product'));
		const isAsk = part === 'ask';
		const onFlags = (names: readonly string[]) => addFlags(isAsk ? names : names.filter(name => name === 'product'));
		const own = isAsk ? {defaults: file.defaults, onCluster: on === 'cluster'} : {defaults: product};
		try {
			const line = await ports.checkLine(words, {purpose: part, folder, typedPaths, onFlags, ...own});
			target.set(name, line);
			return line;
		} catch (error) {
			errors.push(...toFileErrors(error, {name, part}, file));
			return undefined;
		}
	};
	for (const question of file.questions) {
		const line = await check('ask', question, lines);
		if (line) errors.push(...(await findWrongColumns(line, question, file.locate)));
		await check('before', question, preparations);
	}
	errors.push(...findWrongDefaults(flags, file));
	const {createFileError} = await import('../file/find-question-file.ts');
	if (errors.length > 0) throw createFileError(path, errors);
	return {...opened, lines, preparations};
}
