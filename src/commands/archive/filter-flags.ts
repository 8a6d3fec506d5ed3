import {type LogKind, logKinds} from '../../archive/log-kinds.ts';
import type {RecordFilter} from '../../archive/sql/record-relations.ts';
import type {Context} from '../../cli/definition/command.ts';
import {type Flags, optional, repeated} from '../../cli/definition/flag.ts';
import {flagGroups} from '../../cli/definition/flag-groups.ts';
import {outputPath, text} from '../../cli/definition/flag-values.ts';
import {profileFlags, type Takes} from '../../cli/definition/globals.ts';
import {readSources} from '../../reports/request/expression-sources.ts';
import {describeFilter} from '../../reports/run/report-title.ts';
import {alternatives} from '../../text/wording.ts';
import {daysFlags, maxRatio} from './file-flags.ts';

export const createFilterFlag = (kind: LogKind) =>
	repeated({
		flags: '--filter <expression>',
		summary: `Count only matching ${logKinds[kind].records}: 'prodVersion=5.* and country=US,DE', or @file; repeatable, all must match`,
		parse: text,
		complete: 'expression',
	});

export const filterFlags = {
	...daysFlags,
	filter: createFilterFlag('exceptions'),
	where: optional({
		flags: '--where <sql>',
		summary: 'Further condition in SQL: "ram::INT > displayCount::INT * 2048"',
		parse: text,
	}),
} satisfies Flags;

/** The global flags of a command that `--engine` lets query a cluster. */
export const clusterFlags = [
	'timeout',
	'retries',
	'maxAnswer',
	'insecureHttp',
	'password',
	'dryRun',
] as const satisfies Takes;

const productFlag = {
	...flagGroups.service.flags.product,
	summary: 'Read only the records of this product; repeatable (default: all products)',
};

export const sourceFlags = {
	product: productFlag,
	rejects: optional({
		flags: '--rejects <file>',
		rare: true,
		summary: 'Write rows to this file if they cannot be parsed',
		parse: path => outputPath(path),
		complete: 'file',
	}),
	maxRatio,
	engine: profileFlags.engine,
} satisfies Flags;

/** Returns the IDs of the products that were typed: a default product does not limit what is read. */
export const getTypedProducts = (
	{product}: {readonly product: readonly unknown[]},
	{globals}: Pick<Context, 'globals'>,
): readonly number[] => (product.length > 0 ? globals.products : []);

/** Returns what is counted, as the beginning of a title: `Crashes marked new where prodVersion=5.0`. */
export function describeRecords(
	kind: LogKind,
	{filter, where, mark}: Readonly<Record<'filter' | 'mark', readonly string[]>> & {readonly where: string | undefined},
): string {
	const marked = mark.length > 0 ? ` marked ${alternatives(mark)}` : '';
	return `${logKinds[kind].title}${marked}${describeFilter(where === undefined ? filter : [...filter, where])}`;
}

export async function readFilter(
	{filter, where}: {readonly filter: readonly string[]; readonly where: string | undefined},
	kind: LogKind,
	context: Context,
): Promise<RecordFilter> {
	const sources = await readSources('--filter', filter, context);
	if (sources.length === 0) return {properties: new Map(), where};
	const {compileRecordFilter} = await import('../../language/compile-expressions.ts');
	const {today, globals, warn} = context;
	const {model, warnings} = compileRecordFilter(sources, {today, records: kind, anyCode: globals.anyCode});
	for (const {message} of warnings) await warn(message);
	return {properties: model, where};
}
