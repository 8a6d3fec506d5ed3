import type {Selection} from '../../archive/download/choose-files.ts';
import type {FileSource} from '../../archive/kinds.ts';
import type {FileKind, LogFile} from '../../archive/log-file.ts';
import {CliError} from '../../errors.ts';
import {nearNames, suggestion} from '../../text/near-names.ts';
import {getRange, type Range} from './options.ts';

type SelectionFlags = Range & {
	readonly kind: readonly FileKind[];
	readonly all: boolean;
};

/** Turns names and flags into a selection. Throws CliError `usage` when there are none, or both. */
export function getSelection(
	names: readonly string[],
	{since, until, kind: kinds, all}: SelectionFlags,
	{today, kind: source}: {readonly today: string; readonly kind: FileSource},
): Selection {
	const isRange = since !== undefined || until !== undefined || kinds.length > 0 || all;
	if (names.length > 0 && isRange)
		throw new CliError('usage', 'file names cannot be combined with --since, --until, --kind or --all', {
			hint: 'give either names or flags',
		});
	if (names.length > 0) return {names};
	if (!isRange)
		throw new CliError('usage', 'no files are selected', {
			hint: `name some of: usagectl ${source} files; or give --since, --until, --kind or --all`,
		});
	return {...getRange({since, until}, today), ...(kinds.length > 0 ? {kinds} : {})};
}

/** Throws CliError `usage` unless every name is listed. */
export function validateListed(names: readonly string[], files: readonly LogFile[], kind: FileSource): void {
	const listed = files.map(({name}) => name);
	const unknown = names.filter(name => !listed.includes(name));
	const [first] = unknown;
	if (first === undefined) return;
	const advice = suggestion(nearNames(first, listed), `choose one of: usagectl ${kind} files`);
	throw new CliError('usage', `the service lists no file ${unknown.join(', ')}`, advice);
}
