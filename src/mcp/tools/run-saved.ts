import {z} from 'zod';
import type {Context} from '../../cli/definition/command.ts';
import {CliError} from '../../errors.ts';
import {jsonText} from '../../output/formats/json-format.ts';
import {printableLines} from '../../output/printable.ts';
import {readQuestionText} from '../../questions/file/find-question-file.ts';
import {readResult} from '../../questions/results/read-results.ts';
import {listResults} from '../../questions/results/result-history.ts';
import {openFile, openQuestions, type ValidatedQuestions} from '../../questions/run/open-question-file.ts';
import type {FileOptions} from '../../questions/run/question-ports.ts';
import {nearNames, suggestion} from '../../text/near-names.ts';
import {pageOf, paging} from '../arguments.ts';
import type {TextResource} from '../resources.ts';
import type {Tool} from '../tool.ts';
import {asUntrusted, type DataMarks} from '../tool-answer.ts';
import type {ToolSession} from '../tool-session.ts';

type Source = {readonly options: FileOptions; readonly context: Context};

const input = z.strictObject({
	action: z
		.enum(['list', 'run', 'check', 'result'])
		.describe(
			'list: the questions in the file; run: run one and return its rows; check: run one and return its figure, change and the outcome of its checks; result: the rows of a saved result',
		),
	name: z.string().optional().describe('Name of the question; check without a name checks all questions'),
	day: z.string().optional().describe('Day of the saved result, for result (default: the latest)'),
	...paging,
});
type Arguments = z.output<typeof input>;

/** Accepts only names of the file, because the name is also a folder name. Throws CliError with the nearest names. */
function validateName(name: string | undefined, {file}: Pick<ValidatedQuestions, 'file'>): string {
	const known = file.questions.map(question => question.name);
	if (name !== undefined && known.includes(name)) return name;
	const message = name === undefined ? 'the action requires a name' : `there is no question '${name}'`;
	throw new CliError('usage', message, {
		...suggestion(nearNames(name ?? '', known), `the questions are ${known.join(', ')}`),
		code: 'unknown-question',
	});
}

async function list({history, file, path}: ValidatedQuestions, args: Arguments, session: ToolSession): Promise<string> {
	const kept = await listResults(history);
	const rows = file.questions.map(({name, title, text, checks}) => {
		const own = kept.filter(({question}) => question === name);
		return jsonText({
			name,
			title: title ?? null,
			asks: text,
			checks: checks.length,
			keptAnswers: own.length,
			lastDay: own.at(-1)?.day ?? null,
		});
	});
	return session.answerRows(['questions', 'run', '--dry-run'], rows, {
		page: pageOf(args, session.maxRows),
		also: {file: path},
	});
}

async function showKept(
	{history}: ValidatedQuestions,
	args: Arguments & {readonly name: string},
	session: ToolSession,
): Promise<string> {
	const {name, day} = args;
	const own = await listResults(history, [name]);
	const found = own.findLast(each => day === undefined || each.day === day);
	if (!found) {
		const days = [...new Set(own.map(each => each.day))];
		throw new CliError('usage', `there is no saved result of '${name}'${day === undefined ? '' : ` for ${day}`}`, {
			...suggestion(
				nearNames(day ?? '', days),
				days.length > 0
					? `the last days are ${days.slice(-5).join(', ')}`
					: 'ask the user to save one: usagectl questions run',
			),
		});
	}
	const {title, command, columns, rows, caveats, notes, taken} = await readResult(found);
	const about = {title: `${title ?? name}, result of ${taken}`};
	return session.answerDataset(
		command,
		{columns, blocks: [rows], about},
		{
			page: pageOf(args, session.maxRows),
			messages: [...caveats, ...notes],
		},
	);
}

export const createRunSaved = ({options, context}: Source): Tool<typeof input> => ({
	name: 'run_saved',
	title: 'Saved questions',
	description:
		'Works with the saved questions of the team in usagectl.yaml: lists them, runs one now, runs its checks (ok, note, warn, fail, or ' +
		'unknown if the figures do not allow a decision; with the reason), or shows a saved result. Prefer a saved question to a ' +
		'report of your own if it answers the same question: its results can be compared over time. This tool saves nothing.',
	input,
	quotesFile: true,
	call: async (args, session) => {
		const validated = await openQuestions(options, context);
		if (args.action === 'list') return list(validated, args, session);
		if (args.action === 'check') {
			const names = args.name === undefined ? [] : [validateName(args.name, validated)];
			const set = options.set.map(([name, value]) => `--set=${name}=${value}`);
			return session.answer({
				words: ['questions', 'run', `--file=${validated.path}`, ...set, '--no-keep', ...names],
				form: 'rows',
			});
		}
		const name = validateName(args.name, validated);
		if (args.action === 'result') return showKept(validated, {...args, name}, session);
		const {words = [], line} = validated.lines.get(name) ?? {};
		return session.answer({
			words,
			line,
			form: 'rows',
			page: pageOf(args, session.maxRows),
			narrow: 'run the report itself with a filter',
		});
	},
});

/** Returns the file as written, without the values of its variables. */
export const createQuestionResource = ({
	options,
	context,
	marks,
}: Source & {readonly marks: DataMarks}): TextResource => ({
	name: 'questions',
	uri: 'usagectl://questions',
	title: 'usagectl.yaml: the saved questions',
	read: async () => {
		const text = await readQuestionText((await openFile(options, context)).path);
		return asUntrusted(marks, [printableLines(text.trimEnd())]).join('\n');
	},
});
