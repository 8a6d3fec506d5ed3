import type {Selection} from '../../archive/download/choose-files.ts';
import type {FileKind, LogFile} from '../../archive/log-file.ts';
import {CliError} from '../../errors.ts';
import {nearNames} from '../../near-names.ts';
import {getRange, type Range} from './options.ts';

type Asked = Range & {
	readonly kind: readonly (readonly FileKind[])[];
	readonly all: boolean;
};

/** What names and flags ask for together. Throws CliError `usage` when that is nothing, or two things at once. */
export function getSelection(names: readonly string[], {since, until, kind, all}: Asked, today: string): Selection {
	const kinds = kind.flat();
	const isRange = since !== undefined || until !== undefined || kinds.length > 0 || all;
	if (names.length > 0 && isRange)
		throw new CliError('usage', 'files are named, and a range is given too', {
			hint: 'name files, or say which with --since, --until, --kind or --all',
		});
	if (names.length > 0) return {names};
	if (!isRange)
		throw new CliError('usage', 'it is not said which files to fetch', {
			hint: 'name some (see the command `files`), or give --since, --until, --kind or --all',
		});
	return {...getRange({since, until}, today), ...(kinds.length > 0 ? {kinds} : {})};
}

/** Throws CliError `usage` unless every name is listed. */
export function validateListed(names: readonly string[], files: readonly LogFile[]): void {
	const listed = files.map(({name}) => name);
	const unknown = names.filter(name => !listed.includes(name));
	const [first] = unknown;
	if (first === undefined) return;
	const suggest = nearNames(first, listed);
	throw new CliError('usage', `the service lists no file ${unknown.join(', ')}`, {
		hint: suggest.length > 0 ? `did you mean ${suggest.join(' or ')}?` : 'the command `files` lists what there is',
		suggest,
	});
}
