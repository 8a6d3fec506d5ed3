import {z} from 'zod';
import {describeExpected, describeFileIssues} from '../../contract/file-issues.ts';
import {isObject} from '../../contract/json-values.ts';
import {isDeviceName} from '../../files/windows-names.ts';
import {splitLine} from '../../lines/split-line.ts';
import {suggestAtEnd} from '../../text/near-names.ts';
import {alternatives} from '../../text/wording.ts';
import {baselineNames} from '../checks/baseline.ts';
import {type NamedTarget, toNamedTarget} from '../notify/notify-schema.ts';
import {type Check, fileSchema, questionSchema} from './question-schema.ts';
import {expand, type Variables} from './question-variables.ts';
import {type FileError, type Path, type Position, readYaml, type YamlFile} from './read-yaml.ts';

export type Question = Pick<z.infer<typeof questionSchema>, 'title' | 'headline' | 'on'> & {
	readonly name: string;
	/** The command line as written. */
	readonly text: string;
	readonly ask: readonly string[];
	readonly before?: readonly string[] | undefined;
	readonly checks: readonly Check[];
};

export type QuestionFile = Pick<z.infer<typeof fileSchema>, 'history' | 'calendar' | 'marks'> & {
	readonly questions: readonly Question[];
	/** The values of each flag, by its long name without dashes. */
	readonly defaults: ReadonlyMap<string, readonly string[]>;
	readonly notify: readonly NamedTarget[];
	readonly digest: NonNullable<z.infer<typeof fileSchema>['digest']>;
	readonly errors: readonly FileError[];
	readonly locate: (path: Path) => Position;
	readonly locateName: (path: Path, name: string) => Position;
};

const namePattern = /^[a-z0-9][\w.-]{0,63}(?<!\.)$/i;

/** Returns the reason why a name is invalid, or undefined. The name of a question becomes the name of a folder. */
export function findNameError(name: string): string | undefined {
	const quoted = `'${name.slice(0, 60)}'`;
	if (!namePattern.test(name)) return `${quoted} is not a valid question name: use letters, digits, dots and dashes`;
	return isDeviceName(name) ? `${quoted} is not a valid question name: Windows reserves it for a device` : undefined;
}

/** A limit on hostile or generated files; running more questions would take hours. */
const maxQuestions = 200;

type Report = (path: Path, message: string) => void;
type Located = readonly [path: Path, message: string];

function readLine(
	text: string,
	variables: Variables,
	report: (message: string) => void,
): readonly string[] | undefined {
	const words = splitLine(text);
	if (!words) return void report('missing closing quote');
	if (words.length === 0) return void report('expected a command line');
	const expanded = words.map(word => expand(word, variables));
	for (const {errors: found} of expanded) for (const error of found) report(error);
	return expanded.some(({errors: found}) => found.length > 0) ? undefined : expanded.map(each => each.text);
}

function findBaselineError({against, drop, rise}: Check, names: readonly string[]): string | undefined {
	if (against === undefined) return undefined;
	if (!drop && !rise) return 'against needs drop or rise';
	const known = [...baselineNames, ...names];
	if (known.includes(against)) return undefined;
	const expected = alternatives([...baselineNames, 'the name of a question']);
	return `against: expected ${expected}, not '${against}'${suggestAtEnd(against, known)}`;
}

function findClash(name: string, names: readonly string[]): string | undefined {
	const twin = names.slice(0, names.indexOf(name)).find(other => other.toLowerCase() === name.toLowerCase());
	return twin && `'${name}' and '${twin}' would share a folder on Windows and macOS: rename one`;
}

type Reading = {
	readonly yaml: YamlFile;
	readonly variables: Variables;
	readonly names: readonly string[];
	readonly errors: FileError[];
};

const listErrors = (
	{error}: z.ZodSafeParseResult<unknown>,
	{yaml, ...about}: Parameters<typeof describeFileIssues>[1] & Pick<Reading, 'yaml'>,
): readonly FileError[] =>
	describeFileIssues(error?.issues ?? [], about).map(({path, key, message}) => ({
		...(key === undefined ? yaml.locate(path) : yaml.locateName(path, key)),
		message,
	}));

/** Reads the command lines even if other members of the question are invalid, so that all errors are reported at once. */
const line = z.string().min(1).optional().catch(undefined);
const lines = z.object({ask: line, before: line}).catch({ask: undefined, before: undefined});

/** Reads the valid part of a question; undefined without a valid command line. Adds to `errors`. */
function readQuestion(name: string, value: unknown, {yaml, variables, names, errors}: Reading): Question | undefined {
	const base = ['questions', name];
	const nameError = findNameError(name) ?? findClash(name, names);
	if (nameError) {
		errors.push({...yaml.locateName(['questions'], name), message: nameError});
		return undefined;
	}
	const report: Report = (path, message) => void errors.push({...yaml.locate([...base, ...path]), message});
	const parsed = questionSchema.safeParse(value, {error: describeExpected});
	errors.push(...listErrors(parsed, {schema: questionSchema, value, base, yaml}));
	const {title, headline, on, checks = []} = parsed.data ?? {};
	for (const [at, check] of checks.entries()) {
		const error = findBaselineError(check, names);
		if (error) report(['checks', at, 'against'], error);
	}
	const {ask = '', before} = lines.parse(value);
	const wordsOf = (part: string, text: string | undefined) =>
		text ? readLine(text, variables, message => report([part], `${part}: ${message}`)) : undefined;
	const [askWords, beforeWords] = [wordsOf('ask', ask), wordsOf('before', before)];
	return askWords && {name, title, text: ask, ask: askWords, on, before: beforeWords, headline, checks};
}

const findUnknownShown = ({show = []}: QuestionFile['digest'], names: readonly string[]): readonly Located[] =>
	show.flatMap((name, at): readonly Located[] =>
		names.includes(name) ? [] : [[['digest', 'show', at], `unknown question '${name}'${suggestAtEnd(name, names)}`]],
	);

const findTwinTargets = (targets: readonly NamedTarget[]): readonly Located[] =>
	targets.flatMap(({name}, at): readonly Located[] =>
		targets.findIndex(each => each.name === name) === at
			? []
			: [[['notify', at], `two targets are named '${name}': one target can have both 'on' and 'digest'`]],
	);

/** Parses the text of the file. Invalid parts are left out and listed in `errors`. */
export function parseQuestionFile(text: string, variables: Variables): QuestionFile {
	const yaml = readYaml(text, variables);
	const {locate, locateName} = yaml;
	const errors: FileError[] = [...yaml.errors];
	const report: Report = (path, message) => void errors.push({...locate(path), message});
	const nothing = {questions: [], defaults: new Map(), notify: [], digest: {}, locate, locateName};
	if (yaml.value === undefined) return {...nothing, errors};
	const outer = fileSchema.safeParse(yaml.value, {error: describeExpected});
	errors.push(...listErrors(outer, {schema: fileSchema, value: yaml.value, yaml}));
	const all = entriesOf((yaml.value as {questions?: unknown} | null)?.questions);
	const names = all.map(([name]) => name);
	if (outer.success && names.length === 0) report(['questions'], 'the file has no questions');
	if (all.length > maxQuestions) report(['questions'], `the file has more than ${maxQuestions} questions`);
	const questions = all
		.slice(0, maxQuestions)
		.flatMap(([name, value]) => readQuestion(name, value, {yaml, variables, names, errors}) ?? []);
	const {digest = {}, history, calendar, marks, defaults = {}, notify = []} = outer.data ?? {};
	const targets = notify.map(toNamedTarget);
	for (const [path, message] of [...findUnknownShown(digest, names), ...findTwinTargets(targets)])
		report(path, message);
	const texts = Object.entries(defaults).map(([name, value]) => [name, [value].flat().map(String)] as const);
	const members = {digest, history, calendar, marks, notify: targets};
	return {questions, defaults: new Map(texts), ...members, errors, locate, locateName};
}

const entriesOf = (value: unknown): readonly (readonly [string, unknown])[] =>
	isObject(value) ? Object.entries(value) : [];
