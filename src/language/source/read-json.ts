import {isText, type Members} from '../../contract/json-values.ts';
import {type IssueListener, validatePart} from '../../contract/rules/validate-request.ts';
import {valueAt} from '../../contract/schema-issues.ts';
import {joinErrors} from '../../errors.ts';
import {findJsonFault, locateJson} from '../../text/json-text.ts';
import {nearNames} from '../../text/near-names.ts';
import {createError, fail} from './expression-error.ts';
import type {JsonReader, Source} from './source-text.ts';

const jsonHelp = "see usagectl filter convert 'ram>=8GB', which prints valid JSON";

function parse(source: Source): Members {
	try {
		return JSON.parse(source.text) as Members;
	} catch {
		const start = Math.min(findJsonFault(source.text), source.text.trimEnd().length - 1);
		const help = 'text that begins with { is read as API JSON: check its quotes, commas and brackets';
		return fail({source, start, end: start + 1}, 'bad-json', 'invalid JSON', {help});
	}
}

/** Collects what the schemas permit in place of a word, because issues do not contain the names of members. */
function createAdviser() {
	const permitted = new Map<unknown, Set<string>>();
	const permit = (word: unknown, names: readonly unknown[]) => {
		const known = permitted.get(word) ?? new Set();
		permitted.set(word, new Set([...known, ...names.filter(isText)]));
	};
	const listen: IssueListener = issue => {
		if (issue.code === 'invalid_value') permit(issue.input, issue.values);
		if (issue.code === 'unrecognized_keys')
			for (const key of issue.keys) permit(key, Object.keys((issue.inst as {shape?: object} | undefined)?.shape ?? {}));
		return undefined;
	};
	const advise = (words: readonly unknown[]) => {
		const [word] = words.filter(isText).filter(each => permitted.has(each));
		const names = [...(permitted.get(word) ?? [])];
		const suggest = nearNames(word ?? '', names);
		if (suggest.length > 0) return {suggest};
		return names.length > 0 ? {expected: names} : {help: jsonHelp};
	};
	return {listen, advise};
}

function validateNested<T>(source: Source, validate: () => T): T {
	try {
		return validate();
	} catch (error) {
		if (!(error instanceof RangeError)) throw error;
		return fail({source, start: 0, end: 1}, 'too-deep', 'the JSON is nested too deeply', {help: jsonHelp});
	}
}

export const readJson: JsonReader = (source, kind) => {
	const given = parse(source);
	const {listen, advise} = createAdviser();
	const read = validateNested(source, () => validatePart(kind, given, listen));
	if ('json' in read) return read.json;
	const errors = read.errors.map(({path, message}) => {
		const span = {
			source,
			...locateJson(
				source.text,
				path.filter(step => typeof step !== 'symbol'),
			),
		};
		return {
			start: span.start,
			error: createError(span, 'bad-shape', message, advise([valueAt(given, path), path.at(-1)])),
		};
	});
	const inOrder = errors.toSorted((a, b) => a.start - b.start).map(({error}) => error);
	throw joinErrors(inOrder, jsonHelp);
};
