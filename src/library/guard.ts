import {CliError} from '../errors.ts';
import {toCliError} from '../output/failure.ts';

function toThrown(name: string, error: unknown): CliError {
	if (!(error instanceof TypeError)) return toCliError(error);
	return new CliError('usage', `${name}: an argument has the wrong type: ${error.message}`, {
		hint: 'compare the arguments with the types of the package',
		cause: error,
	});
}

/** Returns the function, but everything that it throws is a CliError: JavaScript calls it with arguments of any type. */
export function guard<Called extends (...args: never[]) => unknown>(name: string, called: Called): Called {
	const guarded = (...args: never[]) => {
		try {
			const result = called(...args);
			if (!(result instanceof Promise)) return result;
			return result.catch((error: unknown) => {
				throw toThrown(name, error);
			});
		} catch (error) {
			throw toThrown(name, error);
		}
	};
	return guarded as Called;
}
