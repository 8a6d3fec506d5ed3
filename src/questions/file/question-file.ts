import {z} from 'zod';
import {isObject} from '../../contract/json-values.ts';
import {isDeviceName} from '../../files/windows-names.ts';
import {didYouMean, nearNames} from '../../text/near-names.ts';
import {alternatives} from '../../text/wording.ts';
import {baselineNames} from '../checks/baseline.ts';
import {toMistakes} from './question-errors.ts';
import {splitLine} from './question-line.ts';
import {type Check, fileSchema, questionSchema} from './question-schema.ts';
import {expand, type Variables} from './question-variables.ts';
import {type Mistake, type Path, type Position, readYaml, type YamlFile} from './read-yaml.ts';

/** A question of the file. */
export type Question = Pick<z.infer<typeof questionSchema>, 'title' | 'headline'> & {
	readonly name: string;
	/** The command line that is asked, as it is written. */
	readonly text: string;
	/** Its words, with the values of variables. */
	readonly ask: readonly string[];
	/** The words of the command line that runs before. */
	readonly before?: readonly string[] | undefined;
	readonly checks: readonly Check[];
};

/** The file, as far as it is right, and what is wrong with it. */
export type QuestionFile = Pick<z.infer<typeof fileSchema>, 'history'> & {
	readonly questions: readonly Question[];
	/** The texts of each flag, by its long name without dashes. */
	readonly defaults: ReadonlyMap<string, readonly string[]>;
	readonly digest: NonNullable<z.infer<typeof fileSchema>['digest']>;
	readonly mistakes: readonly Mistake[];
	readonly locate: (path: Path) => Position;
	readonly locateName: (path: Path, name: string) => Position;
};

const namePattern = /^[a-z0-9][\w.-]{0,63}(?<!\.)$/i;

/** Says why a question cannot have this name, which becomes the name of a folder; undefined if it can. */
export function findNameError(name: string): string | undefined {
	const quoted = `'${name.slice(0, 60)}'`;
	if (!namePattern.test(name)) return `${quoted} is not a valid question name: use letters, digits, dots and dashes`;
	return isDeviceName(name) ? `${quoted} is not a valid question name: Windows reserves it for a device` : undefined;
}

/** A file with more questions is refused: it would take a night to ask them. */
const maxQuestions = 200;

type Report = (path: Path, message: string) => void;

/** The words of a command line with their variables; undefined where it is none. */
function readLine(
	text: string,
	variables: Variables,
	report: (message: string) => void,
): readonly string[] | undefined {
	const words = splitLine(text);
	if (!words) return void report('missing closing quote');
	if (words.length === 0) return void report('expected a command line');
	const expanded = words.map(word => expand(word, variables));
	for (const {faults} of expanded) for (const fault of faults) report(fault);
	return expanded.some(({faults}) => faults.length > 0) ? undefined : expanded.map(each => each.text);
}

function findBaselineFault({against, drop, rise}: Check, names: readonly string[]): string | undefined {
	if (against === undefined) return undefined;
	if (!drop && !rise) return 'against needs drop or rise';
	const known = [...baselineNames, ...names];
	if (known.includes(against)) return undefined;
	const near = nearNames(against, known);
	const expected = alternatives([...baselineNames, 'the name of a question']);
	return `against: expected ${expected}, not '${against}'${near.length > 0 ? `; ${didYouMean(near)}` : ''}`;
}

function findClash(name: string, names: readonly string[]): string | undefined {
	const twin = names.slice(0, names.indexOf(name)).find(other => other.toLowerCase() === name.toLowerCase());
	return twin && `'${name}' and '${twin}' would share a folder on Windows and macOS: rename one`;
}

type Reading = {
	readonly yaml: YamlFile;
	readonly variables: Variables;
	readonly names: readonly string[];
	readonly mistakes: Mistake[];
};

/** Its command lines, whatever is wrong with the rest of a question: all mistakes of a file are told at once. */
const line = z.string().min(1).optional().catch(undefined);
const lines = z.object({ask: line, before: line}).catch({ask: undefined, before: undefined});

/** A question of the file, as far as it is right; undefined where it has no command line. What is wrong goes into `mistakes`. */
function readQuestion(name: string, value: unknown, {yaml, variables, names, mistakes}: Reading): Question | undefined {
	const base = ['questions', name];
	const nameError = findNameError(name) ?? findClash(name, names);
	if (nameError) {
		mistakes.push({...yaml.locateName(['questions'], name), message: nameError});
		return undefined;
	}
	const report: Report = (path, message) => void mistakes.push({...yaml.locate([...base, ...path]), message});
	const parsed = questionSchema.safeParse(value);
	if (!parsed.success) mistakes.push(...toMistakes(parsed.error.issues, {schema: questionSchema, value, base, yaml}));
	const {title, headline, checks = []} = parsed.data ?? {};
	for (const [at, check] of checks.entries()) {
		const fault = findBaselineFault(check, names);
		if (fault) report(['checks', at, 'against'], fault);
	}
	const {ask = '', before} = lines.parse(value);
	const wordsOf = (part: string, text: string | undefined) =>
		text ? readLine(text, variables, message => report([part], `${part}: ${message}`)) : undefined;
	const [askWords, beforeWords] = [wordsOf('ask', ask), wordsOf('before', before)];
	return askWords && {name, title, text: ask, ask: askWords, before: beforeWords, headline, checks};
}

/** Reads the text of the file. What is wrong is in `mistakes`, the rest is as it would be without. */
export function parseQuestionFile(text: string, variables: Variables): QuestionFile {
	const yaml = readYaml(text, variables);
	const {locate, locateName} = yaml;
	const mistakes: Mistake[] = [...yaml.mistakes];
	const report: Report = (path, message) => void mistakes.push({...locate(path), message});
	const nothing = {questions: [], defaults: new Map(), digest: {}, locate, locateName};
	if (yaml.value === undefined) return {...nothing, mistakes};
	const outer = fileSchema.safeParse(yaml.value);
	if (!outer.success)
		mistakes.push(...toMistakes(outer.error.issues, {schema: fileSchema, value: yaml.value, base: [], yaml}));
	const all = entriesOf((yaml.value as {questions?: unknown} | null)?.questions);
	const names = all.map(([name]) => name);
	if (outer.success && names.length === 0) report(['questions'], 'the file has no questions');
	if (all.length > maxQuestions) report(['questions'], `the file has more than ${maxQuestions} questions`);
	const questions = all
		.slice(0, maxQuestions)
		.flatMap(([name, value]) => readQuestion(name, value, {yaml, variables, names, mistakes}) ?? []);
	const {digest = {}, history, defaults = {}} = outer.data ?? {};
	for (const [at, name] of (digest.show ?? []).entries()) {
		if (names.includes(name)) continue;
		const near = nearNames(name, names);
		report(['digest', 'show', at], `unknown question '${name}'${near.length > 0 ? `; ${didYouMean(near)}` : ''}`);
	}
	const texts = Object.entries(defaults).map(([name, value]) => [name, [value].flat().map(String)] as const);
	return {questions, defaults: new Map(texts), digest, history, mistakes, locate, locateName};
}

const entriesOf = (value: unknown): readonly (readonly [string, unknown])[] =>
	isObject(value) ? Object.entries(value) : [];
