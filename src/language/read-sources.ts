import {isCohort} from '../contract/rules/segment-rules.ts';
import type {PartKind} from '../contract/rules/validate-request.ts';
import {CliError, joinErrors} from '../errors.ts';
import {targetName} from './properties/catalog.ts';
import {rejectUnknown} from './properties/property-names.ts';
import {Cursor, type Setting} from './source/cursor.ts';
import {readGivenJson, readPrinted, spanIn} from './source/given-json.ts';
import {isJson, type Source, type Span, withoutMark} from './source/source-text.ts';

type Reading<Json> = {
	readonly kind: PartKind;
	readonly read: (sources: readonly Source[]) => Json;
	readonly print: (json: Json) => readonly string[];
	/** The names in JSON and their paths, one for each line of the text. */
	readonly names?: (json: Json) => readonly (readonly [name: string, path: readonly string[]])[];
};

/** Names in JSON are the service's, in its case. */
function requireName(name: string, span: Span, setting: Setting): void {
	const target = setting.catalog.targets.get(name.toLowerCase());
	if (isCohort(name) || (target && targetName(target) === name)) return;
	rejectUnknown(new Cursor(span.source, setting), name, span);
}

/** Reads expressions, or one source of JSON by way of its text. */
export function readWhole<Json extends object>(
	sources: readonly Source[],
	setting: Setting,
	{kind, read, print, names = () => []}: Reading<Json>,
): {readonly json: Json; readonly texts: readonly string[]} {
	const [source, ...others] = sources.map(withoutMark);
	if (source === undefined || others.length > 0 || !isJson(source)) {
		const json = read(sources.map(withoutMark));
		return {json, texts: print(json)};
	}
	const json = readGivenJson(source, kind) as Json;
	const named = names(json).map(([name, path]) => ({name, span: spanIn(source, path)}));
	for (const {name, span} of named) requireName(name, span, setting);
	const printed = {
		text: print(json).join('\n'),
		span: (line: number) => named[line - 1]?.span ?? spanIn(source, []),
		name: kind,
	};
	const normal = printed.text === '' ? json : readPrinted(printed, setting, text => read([text]));
	return {json, texts: normal ? print(normal) : [JSON.stringify(json)]};
}

/** Reads sources that do not depend on each other, and throws the errors of all at once. */
export function readAll<T>(sources: readonly Source[], read: (source: Source) => readonly T[]): readonly T[] {
	const errors: CliError[] = [];
	const parts = sources.flatMap(source => {
		try {
			return read(source);
		} catch (error) {
			if (!(error instanceof CliError)) throw error;
			errors.push(error);
			return [];
		}
	});
	if (errors.length > 0) throw joinErrors(errors, 'see usagectl help filters');
	return parts;
}
