import {CliError} from '../../errors.ts';

/** What a failed call says about what the service did. */

/** The service read the request and refused it, so nothing of it was done. */
export const wasRefused = (error: unknown): error is CliError =>
	error instanceof CliError &&
	error.kind === 'refused' &&
	(error.details.code === 'refused' || (error.details.httpStatus ?? 0) >= 400);

/** The request may have arrived or not: there was no answer, or one that cannot be read. */
export const isInDoubt = (error: unknown): error is CliError =>
	error instanceof CliError && (error.kind === 'network' || error.kind === 'refused') && !wasRefused(error);
