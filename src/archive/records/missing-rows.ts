import {CliError} from '../../errors.ts';
import {groupBy} from '../../text/group-by.ts';
import {counted, printCount} from '../../text/wording.ts';
import {describeReject, describeUnreadable, type FileTally, isUnreadable} from '../csv/file-tally.ts';
import type {StoredPart} from '../tables/find-table.ts';
import {getSourceKey} from '../tables/part-sources.ts';

export type ReadFile = {readonly name: string; readonly tally: FileTally};

type FileRejects = {readonly name: string; readonly rejected: number};

const maxNamedFiles = 3;

function nameFiles(files: readonly FileRejects[]): string {
	const named = files
		.toSorted((one, other) => other.rejected - one.rejected)
		.slice(0, maxNamedFiles)
		.map(({name, rejected}) => `${name} (${printCount(rejected)})`);
	return [...named, ...(files.length > maxNamedFiles ? [`${files.length - maxNamedFiles} more`] : [])].join(', ');
}

const countRejected = (files: readonly FileRejects[]) => files.reduce((sum, {rejected}) => sum + rejected, 0);

const unreadableHint =
	'give a file as the service wrote it: CSV with a header, in UTF-8 or UTF-16, with , ; | or tabs between the columns';

/** Throws CliError (damaged) if a file has rows, but none can be read. */
export function validateReadable(files: readonly ReadFile[]): void {
	const [first, ...others] = files.filter(({tally}) => isUnreadable(tally));
	if (!first) return;
	const problems = others.map(({name, tally}) => describeUnreadable(name, tally));
	throw new CliError('damaged', describeUnreadable(first.name, first.tally), {
		hint: unreadableHint,
		code: 'unreadable',
		...(problems.length > 0 ? {problems: [describeUnreadable(first.name, first.tally), ...problems]} : {}),
	});
}

/** Says how many rows of which files are missing, or returns undefined. */
export function describeMissingRows(files: readonly ReadFile[]): string | undefined {
	const found = files.map(({name, tally}) => ({name, ...tally})).filter(({rejected}) => rejected > 0);
	const [only, ...others] = found;
	if (!only) return undefined;
	if (others.length === 0)
		return `${printCount(only.rejected)} of ${counted(only.rows + only.rejected, 'row')} of ${only.name} cannot be read: ${only.firstReject ? describeReject(only.firstReject) : ''}`;
	return `${counted(countRejected(found), 'row')} of ${found.length} files cannot be read: ${nameFiles(found)}`;
}

function describeRejected(folder: string, parts: readonly StoredPart[]): string | undefined {
	const sources = new Map(parts.flatMap(part => part.sources.map(source => [getSourceKey(source), source])));
	const found = [...sources.values()].flatMap(({name, rejected = 0}) => (rejected > 0 ? [{name, rejected}] : []));
	if (found.length === 0) return undefined;
	const text = `${counted(countRejected(found), 'row')} of ${counted(found.length, 'file')} in ${folder} cannot be read: ${nameFiles(found)}`;
	if (parts.every(({rows}) => rows === 0))
		throw new CliError('damaged', text, {
			hint: `look at the rows in ${folder}/rejects; the zips are kept, and read again by a newer usagectl`,
			code: 'unreadable',
		});
	return `${text}; they are in ${folder}/rejects`;
}

/**
 * Says how many rows of each archive folder are missing. Throws CliError (damaged) if one has rows, but none can be read.
 */
export const findMissingRows = (parts: readonly StoredPart[]): readonly string[] =>
	[...groupBy(parts, ({folder}) => folder)].flatMap(([folder, own]) => describeRejected(folder, own) ?? []);
