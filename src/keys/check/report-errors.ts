import {CliError} from '../../errors.ts';
import {counted} from '../../text/wording.ts';
import type {KeysPorts} from '../keys-ports.ts';
import type {ErrorList} from './error-list.ts';

type ErrorReport = {
	/** The name of the file. */
	readonly name: string;
	readonly errors: ErrorList;
	/** True if no row can be sent. */
	readonly unreadable: boolean;
	readonly skipInvalid: boolean;
};

/** Throws CliError (usage), unless the rows with errors can be left out: the errors are notes then. */
export async function reportErrors(
	{name, errors, unreadable, skipInvalid}: ErrorReport,
	note: KeysPorts['note'],
): Promise<void> {
	const report = await errors.writeReport(name);
	const found = `${name} has ${counted(errors.count, 'error')}`;
	if (skipInvalid && !unreadable) {
		const sum = `${found}; the rows with errors are left out`;
		await note(report ? `${sum} (full list: ${report})` : sum);
		for (const line of errors.print()) await note(line);
		return;
	}
	const advice = unreadable
		? 'correct the file; to see the columns: usagectl keys template'
		: 'correct the file, or add --skip-invalid to import the other rows';
	throw new CliError('usage', `${found}; nothing was sent`, {
		hint: report ? `see all errors in ${report}; ${advice}` : advice,
		code: 'input-file',
		problems: errors.print().map(line => `${name}:${line}`),
	});
}
