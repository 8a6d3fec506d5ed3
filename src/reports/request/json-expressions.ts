import type {Members} from '../../contract/json-values.ts';
import type {Report} from '../../contract/reports.ts';
import type {PartKind, ValidatedPart} from '../../contract/rules/validate-request.ts';
import {CliError, joinErrors, placeIn} from '../../errors.ts';
import type {Compiled} from '../../language/compile-expressions.ts';
import {isJson, jsonHelp, type Source, withoutMark} from '../../language/source/source-text.ts';
import {locateJson} from '../../text/json-text.ts';

/**
 * Sends JSON unchanged if the contract permits it, because the expression language may normalize it to another form. What the
 * language rejects and the contract permits is a warning.
 */

function parse(source: Source): readonly {readonly source: Source; readonly members: Members}[] {
	const {name, text} = withoutMark(source);
	try {
		return [{source: {name, text}, members: JSON.parse(text) as Members}];
	} catch {
		return [];
	}
}

function membersOnce(given: readonly Members[]): Members {
	const names = given.flatMap(members => Object.keys(members));
	const once = given
		.flatMap(members => Object.entries(members))
		.filter(([name]) => names.indexOf(name) === names.lastIndexOf(name));
	return Object.fromEntries(once);
}

function checkMembers<Json extends object>(json: Members, compile: (sources: readonly Source[]) => Compiled<Json>) {
	return Object.entries(json).flatMap(([name, value]) => {
		try {
			return compile([{name: '--filter-json', text: JSON.stringify({[name]: value})}]).warnings;
		} catch (error) {
			if (!(error instanceof CliError) || error.details.code !== 'bad-shape') throw error;
			return [{code: 'as-given', message: `${error.message}: sent unchanged`}];
		}
	});
}

function passOn<Json extends object>(
	{
		given,
		warnings,
		error,
	}: {readonly given: readonly Members[]; readonly warnings: Compiled<Json>['warnings']; readonly error: CliError},
	texts: Compiled<Json> | undefined,
) {
	const json = membersOnce(given);
	const own: object = texts?.json ?? {};
	const names = given.flatMap(members => Object.keys(members));
	const isTwice = Object.keys(json).length < names.length || names.some(name => Object.hasOwn(own, name));
	if (isTwice) throw error;
	const lines = [...(texts ? [texts.canonical] : []), JSON.stringify(json)];
	return {
		json: {...own, ...json} as Json,
		canonical: lines.join(' and '),
		warnings: [...(texts?.warnings ?? []), ...warnings],
		notes: texts?.notes ?? [],
		print: () => lines,
		explain: () => [...(texts?.explain() ?? []), 'This is the meaning of the JSON.'],
	};
}

/** Throws the contract's error, with the hint of the language if that rejects the same place. */
function refuse(
	source: Source,
	{errors, path}: ValidatedPart,
	compile: (sources: readonly Source[]) => unknown,
): never {
	const place = placeIn(source, locateJson(source.text, path));
	const advice = adviceFor(place.column, source, compile);
	throw new CliError('usage', errors.join('; '), {hint: jsonHelp, ...advice, code: 'bad-shape', place});
}

function adviceFor(column: number, source: Source, compile: (sources: readonly Source[]) => unknown) {
	try {
		compile([source]);
	} catch (error) {
		if (error instanceof CliError && error.details.place?.column === column) return error.details;
	}
	return {};
}

type Compile<Json> = (sources: readonly Source[]) => Compiled<Json>;

function findCompileErrors(source: Source, compile: Compile<object>): readonly CliError[] {
	try {
		compile([source]);
		return [];
	} catch (error) {
		return error instanceof CliError ? [error] : [];
	}
}

/** Reports the errors of all filters at once, because filters do not depend on each other. */
function compileFilters<Json extends object>(sources: readonly Source[], compile: Compile<Json>): Compiled<Json> {
	try {
		return compile(sources);
	} catch (error) {
		const [first, ...others] = sources.flatMap(source => findCompileErrors(source, compile));
		throw first && others.length > 0 ? joinErrors([first, ...others], 'see usagectl help filters') : error;
	}
}

/**
 * JSON sources keep their form. Throws CliError (usage) for what `compile` rejects, and for JSON that the contract does not
 * permit.
 */
export async function compileAsGiven<Json extends object>(
	{kind, report}: {readonly kind: PartKind; readonly report?: Report},
	sources: readonly Source[],
	compile: Compile<Json>,
): Promise<Compiled<Json>> {
	const parsed = sources.filter(isJson).flatMap(parse);
	const isFilter = kind === 'filter' || kind === 'key';
	if (parsed.length === 0 || parsed.length < sources.filter(isJson).length)
		return isFilter ? compileFilters(sources, compile) : compile(sources);
	// Loaded only for JSON, since schemas take long to load.
	const {validatePart} = await import('../../contract/rules/validate-request.ts');
	const given = parsed.map(({source, members}) => {
		const validated = validatePart(kind, members, report);
		return validated.errors.length > 0 ? refuse(source, validated, compile) : validated.json;
	});
	const texts = sources.filter(source => !isJson(source));
	const compileTexts = () => (texts.length > 0 ? compile(texts) : undefined);
	try {
		const compiled = compile(sources);
		const own: object = compileTexts()?.json ?? {};
		const kept = Object.entries(membersOnce(given)).filter(
			([name]) => Object.hasOwn(compiled.json, name) && !Object.hasOwn(own, name),
		);
		return {...compiled, json: {...compiled.json, ...Object.fromEntries(kept)}};
	} catch (error) {
		if (!(error instanceof CliError) || error.details.code !== 'bad-shape') throw error;
		// Members of filters are independent of each other; segments and levels are one.
		const warnings = isFilter
			? given.flatMap(members => checkMembers(members, compile))
			: [{code: 'as-given', message: `${error.message}: sent unchanged`}];
		return passOn({given, warnings, error}, compileTexts());
	}
}
