import type {z} from 'zod';
import {CliError} from '../errors.ts';
import type {Compiled} from '../language/compile.ts';
import type {Source} from '../language/source/source.ts';

/**
 * JSON that the user gives is sent as it is where the contract permits it: the normal form of the expression language may say the
 * same in other words. What the language refuses and the contract permits is a warning.
 */

type Kind = 'filter' | 'key' | 'segment' | 'level';
type Members = Readonly<Record<string, unknown>>;

/** Loaded only for JSON, since schemas take long to load. */
const schemas: Readonly<Record<Kind, () => Promise<z.ZodType>>> = {
	filter: async () => (await import('../contract/filters.ts')).globalFilters(),
	key: async () => (await import('../contract/license-keys.ts')).licenseKeys.list.request.shape.filters,
	level: async () => (await import('../contract/segments.ts')).levels(),
	segment: async () => {
		const {engagement} = await import('../contract/churn-report.ts');
		return engagement.request.pick({segmentBy: true, segments: true});
	},
};

const isJson = ({text}: Source) => /^\uFEFF?\s*\{/.test(text);

function parse({text}: Source): readonly Members[] {
	try {
		return [JSON.parse(text.replace(/^\uFEFF/, '')) as Members];
	} catch {
		return [];
	}
}

/** Members that one source has alone, as it has them. */
function membersOnce(given: readonly Members[]): Members {
	const names = given.flatMap(members => Object.keys(members));
	const once = given
		.flatMap(members => Object.entries(members))
		.filter(([name]) => names.indexOf(name) === names.lastIndexOf(name));
	return Object.fromEntries(once);
}

/** What the language says of each member alone: those that it knows better than the contract, it only warns of. */
function checkMembers<Json extends object>(json: Members, compile: (sources: readonly Source[]) => Compiled<Json>) {
	return Object.entries(json).flatMap(([name, value]) => {
		try {
			return compile([{name: '--filter-json', text: JSON.stringify({[name]: value})}]).warnings;
		} catch (error) {
			if (!(error instanceof CliError) || error.details.code !== 'bad-shape') throw error;
			return [{code: 'as-given', message: `${error.message}: sent as it is`}];
		}
	});
}

/** The JSON as it was given, beside what the texts were compiled to. */
function passOn<Json extends object>(
	{
		given,
		warnings,
		fault,
	}: {readonly given: readonly Members[]; readonly warnings: Compiled<Json>['warnings']; readonly fault: CliError},
	texts: Compiled<Json> | undefined,
) {
	const json = membersOnce(given);
	const own: object = texts?.json ?? {};
	const names = given.flatMap(members => Object.keys(members));
	const isTwice = Object.keys(json).length < names.length || names.some(name => Object.hasOwn(own, name));
	if (isTwice) throw fault;
	const lines = [...(texts ? [texts.canonical] : []), JSON.stringify(json)];
	return {
		json: {...own, ...json} as Json,
		canonical: lines.join(' and '),
		warnings: [...(texts?.warnings ?? []), ...warnings],
		notes: texts?.notes ?? [],
		print: () => lines,
		explain: () => [...(texts?.explain() ?? []), 'What the JSON says.'],
	};
}

/** Compiles sources by `compile`; JSON among them keeps its form. Throws what `compile` throws where the contract refuses it too. */
export async function compileAsGiven<Json extends object>(
	kind: Kind,
	sources: readonly Source[],
	compile: (sources: readonly Source[]) => Compiled<Json>,
): Promise<Compiled<Json>> {
	const given: readonly Members[] = sources.filter(isJson).flatMap(parse);
	if (given.length === 0 || given.length < sources.filter(isJson).length) return compile(sources);
	const schema = await schemas[kind]();
	const isLegal = given.every(members => schema.safeParse(members, {jitless: true}).success);
	const texts = sources.filter(source => !isJson(source));
	const compileTexts = () => (texts.length > 0 ? compile(texts) : undefined);
	try {
		const compiled = compile(sources);
		if (!isLegal) return compiled;
		const own: object = compileTexts()?.json ?? {};
		const kept = Object.entries(membersOnce(given)).filter(
			([name]) => Object.hasOwn(compiled.json, name) && !Object.hasOwn(own, name),
		);
		return {...compiled, json: {...compiled.json, ...Object.fromEntries(kept)}};
	} catch (error) {
		if (!isLegal || !(error instanceof CliError) || error.details.code !== 'bad-shape') throw error;
		// Members of filters are independent of each other; segments and levels are one.
		const isFilter = kind === 'filter' || kind === 'key';
		const warnings = isFilter
			? given.flatMap(members => checkMembers(members, compile))
			: [{code: 'as-given', message: `${error.message}: sent as it is`}];
		return passOn({given, warnings, fault: error}, compileTexts());
	}
}
