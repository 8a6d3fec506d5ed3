import type {ReportPath} from '../../contract/reports.ts';
import type {Levels} from '../../contract/segments.ts';
import {CliError} from '../../errors.ts';
import type {Compiled} from '../../language/compile.ts';
import type {LanguageContext} from '../../language/context.ts';
import {alternatives} from '../../language/source/fault.ts';
import type {Context} from '../command.ts';
import {typedSources} from '../sources.ts';
import {accept, languageContext, nothing, type Resolved} from './expressions.ts';
import type {Sort} from './sort.ts';

export type SegmentFlags = {readonly segmentBy: string | undefined; readonly segment: readonly string[]};
type Language = typeof import('../../language/compile.ts');
type Segmentation = ReturnType<Language['compileSegments']>['json'];

async function compileFlags(
	{segmentBy, segment}: SegmentFlags,
	language: LanguageContext,
): Promise<Compiled<Segmentation> | undefined> {
	if (segmentBy !== undefined) {
		const {compileSegments} = await import('../../language/compile.ts');
		const by = {name: '--segment-by', text: segmentBy};
		return compileSegments({segmentBy: by, segments: typedSources('--segment', segment)}, language);
	}
	if (segment.length === 0) return undefined;
	throw new CliError('usage', '--segment needs --segment-by: of which property are these the segments?', {
		hint: `give --segment-by PROPERTY --segment '${segment[0]}'`,
		code: 'segment-by',
	});
}

/** Segments as they stand in a request, or undefined when none are asked for. Throws CliError of kind usage with the place. */
export async function resolveSegments(
	flags: SegmentFlags,
	report: ReportPath,
	context: Context,
): Promise<Resolved<Segmentation> | undefined> {
	const compiled = await compileFlags(flags, languageContext(report, context));
	return compiled && accept(compiled, context);
}

/** No segment depends on the day, so columns can be told from the flags alone. */
const anyDay = '1970-01-01';

/** The property that the segments are of, as the service names it. */
export const findSegmentProperty = async (flags: SegmentFlags, report: ReportPath): Promise<string | undefined> =>
	(await compileFlags(flags, {today: anyDay, report}))?.json.segmentBy;

const report: ReportPath = 'generic/current';
const levelSources = (lines: readonly string[]) => typedSources('--level', lines);

/** The levels that are there, outermost first. */
export const listLevels = ({level1, level2, level3}: Levels) =>
	[level1, level2, level3].filter(level => level !== undefined);

/** Properties of the levels, outermost first. */
export async function findLevelProperties(lines: readonly string[]): Promise<readonly string[]> {
	if (lines.length === 0) return [];
	const {compileLevels} = await import('../../language/compile.ts');
	return listLevels(compileLevels(levelSources(lines), {today: anyDay, report}).json).map(({property}) => property);
}

type LevelFlags = {
	readonly level: readonly string[];
	readonly status: readonly string[];
	readonly split: string | undefined;
	readonly sort: Sort<'alpha' | 'new' | 'active' | 'lost'> | undefined;
};

/** Throws CliError of kind usage for a sort that the service would refuse (wire-facts part 6, 31), or that sorts nothing. */
function validateSort({level, status, sort}: LevelFlags): void {
	if (!sort) return;
	if (level.length === 0) {
		throw new CliError('usage', '--sort orders the segments of a level, and no level is asked for', {
			hint: `give a level: --level prodVersion --sort ${sort.sort}`,
			code: 'sort-level',
		});
	}
	if (sort.sort === 'alpha' || status.includes(sort.sort)) return;
	throw new CliError('usage', `--sort ${sort.sort} needs that status, and --status asks for ${status.join(', ')}`, {
		hint: `give --status ${[...status, sort.sort].join(',')}, or sort by ${alternatives(['alpha', ...status])}`,
		code: 'sort-status',
	});
}

/** `--level` lines as they stand in a request; `--sort` holds for the levels that do not say their own. */
export async function resolveLevels(flags: LevelFlags, context: Context): Promise<Resolved<Levels>> {
	validateSort(flags);
	if (flags.level.length === 0) return nothing;
	const {compileLevels} = await import('../../language/compile.ts');
	const language = {...languageContext(report, context), clientStatus: flags.status, dateSplit: flags.split ?? null};
	const {json, ...rest} = await accept(compileLevels(levelSources(flags.level), language), context);
	const levels = listLevels(json).map(level => (level.sort ? level : {...level, ...flags.sort}));
	return {...rest, json: Object.fromEntries(levels.map((level, index) => [`level${index + 1}`, level]))};
}
