import {getProperty} from '../../contract/properties.ts';
import {getServiceSort, type Report} from '../../contract/reports.ts';
import {isCohort, listLevels} from '../../contract/rules/segment-rules.ts';
import type {Levels, Segmentation} from '../../contract/segment-schemas.ts';
import {CliError} from '../../errors.ts';
import type {Compiled} from '../../language/compile-expressions.ts';
import type {LanguageContext} from '../../language/language-context.ts';
import {isJson} from '../../language/source/source-text.ts';
import type {ProductProperties} from '../../session/name-cache.ts';
import {alternatives} from '../../text/wording.ts';
import {typedSources, withJson} from './expression-sources.ts';
import {type AcceptedExpression, type Expressions, noExpression} from './report-expressions.ts';
import {getStatuses, type ReportOptions} from './report-options.ts';

/**
 * A property alone stands for all its values: without segments the service would choose the top values, silently. Numbers have
 * no segments for every value, so the service chooses.
 */
async function compileSegmentFlags(
	{segmentBy, segment = []}: Pick<ReportOptions, 'segmentBy' | 'segment'>,
	language: LanguageContext,
): Promise<Compiled<Segmentation>> {
	if (segmentBy === undefined) {
		throw new CliError('usage', '--segment needs --segment-by', {
			hint: `give --segment-by PROPERTY --segment '${segment[0]}'`,
			code: 'segment-by',
		});
	}
	const {compileSegments} = await import('../../language/compile-expressions.ts');
	const by = await withJson({name: '--segment-by', text: segmentBy});
	const segments = await typedSources('--segment', segment);
	const compiled = compileSegments({segmentBy: by, segments}, language);
	const {json} = compiled;
	// API JSON is sent as given.
	if (json.segments || isCohort(json.segmentBy) || isJson(by)) return compiled;
	const property = getProperty(json.segmentBy.split('.')[0] ?? '');
	const values = property?.kind === 'boolean' ? 'true, false' : 'each *';
	const every = property?.nullable ? `${values}, null` : values;
	try {
		return compileSegments({segmentBy: by, segments: [{name: '--segment', text: every}]}, language);
	} catch (error) {
		if (error instanceof CliError && error.details.code === 'each-not-here') return compiled;
		throw error;
	}
}

async function compileLevelFlags(lines: readonly string[], language: LanguageContext): Promise<Compiled<Levels>> {
	const {compileLevels} = await import('../../language/compile-expressions.ts');
	return compileLevels(await typedSources('--level', lines), language);
}

export async function resolveSegments(
	options: ReportOptions,
	{compile}: Expressions,
): Promise<AcceptedExpression<Partial<Segmentation>>> {
	const {segmentBy, segment = []} = options;
	if (segmentBy === undefined && segment.length === 0) return noExpression;
	return compile(language => compileSegmentFlags(options, language));
}

/** Throws CliError (usage) for a `--sort` that the service would reject, or that has no effect. */
function validateSort({level = [], ...options}: ReportOptions): void {
	const status = getStatuses(options);
	const sort = getServiceSort(options.sort);
	if (!sort) return;
	if (level.length === 0) {
		throw new CliError('usage', `--sort ${sort.sort} needs --level`, {
			hint: `add a level: --level prodVersion --sort ${sort.sort}`,
			code: 'sort-level',
		});
	}
	if (sort.sort === 'alpha' || status.some(each => each === sort.sort)) return;
	throw new CliError('usage', `--sort ${sort.sort} needs --status ${sort.sort}, but --status is ${status.join(', ')}`, {
		hint: `give --status ${[...status, sort.sort].join(',')}, or sort by ${alternatives(['alpha', ...status])}`,
		code: 'sort-status',
	});
}

/** Compiles `--level`; `--sort` applies to the levels without a sort of their own. */
export async function resolveLevels(
	options: ReportOptions,
	{compile}: Expressions,
): Promise<AcceptedExpression<Levels>> {
	const {level: lines, split = null} = options;
	const sort = getServiceSort(options.sort);
	if (lines) validateSort(options);
	if (!lines || lines.length === 0) return noExpression;
	const accepted = await compile(language =>
		compileLevelFlags(lines, {...language, clientStatus: getStatuses(options), dateSplit: split}),
	);
	const levels = listLevels(accepted.json).map(level => (level.sort ? level : {...level, ...sort}));
	return {...accepted, json: Object.fromEntries(levels.map((level, index) => [`level${index + 1}`, level]))};
}

/** Properties do not depend on the day. */
export const anyDay = '1970-01-01';

/**
 * Finds the properties of the segments or levels in the flags alone, outermost first. Returns undefined if
 * a property is neither in the catalog nor among the known properties of the product: the service may have it.
 */
export async function findProperties(
	{level = [], ...segments}: ReportOptions,
	row: Report,
	names?: ProductProperties,
): Promise<readonly string[] | undefined> {
	const language = {today: anyDay, report: row, ...names};
	try {
		if (level.length > 0) return getProperties({}, (await compileLevelFlags(level, language)).json);
		if (segments.segmentBy === undefined && (segments.segment ?? []).length === 0) return [];
		return getProperties((await compileSegmentFlags(segments, language)).json, {});
	} catch (error) {
		if (error instanceof CliError && error.details.code === 'unknown-property') return undefined;
		throw error;
	}
}

export const getProperties = ({segmentBy}: Partial<Segmentation>, levels: Levels): readonly string[] =>
	segmentBy === undefined ? listLevels(levels).map(({property}) => property) : [segmentBy];
