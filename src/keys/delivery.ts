import {CliError} from '../errors.ts';

/** What a failed call says about what the service did. */

/** The service read the request and said no, so nothing of it was done. */
export const isRefusal = (error: unknown): error is CliError =>
	error instanceof CliError &&
	error.kind === 'refused' &&
	(error.details.code === 'refused' || (error.details.httpStatus ?? 0) >= 400);

/** The request may have arrived, or not: no answer, or one that cannot be read. */
export const isLost = (error: unknown): error is CliError =>
	error instanceof CliError && (error.kind === 'network' || error.kind === 'refused') && !isRefusal(error);
