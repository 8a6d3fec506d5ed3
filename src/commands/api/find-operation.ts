import {z} from 'zod';
import type {Endpoint} from '../../contract/operations/endpoint.ts';
import {endpointRows} from '../../contract/operations/endpoints.ts';
import {CliError} from '../../errors.ts';
import {didYouMean, nearNames, suggestion} from '../../text/near-names.ts';

const withSlash = (typed: string) => (typed.startsWith('/') ? typed : `/${typed}`);

const findRow = (path: string): Endpoint | undefined => endpointRows.find(row => row.path === path);

const nearPaths = (path: string) =>
	nearNames(
		path,
		endpointRows.map(each => each.path),
	);

/** Returns the operation of a path. Throws CliError (usage), with the nearest paths, if there is none. */
export function getRow(typed: string): Endpoint {
	const path = withSlash(typed);
	const row = findRow(path);
	if (row) return row;
	throw new CliError('usage', `unknown operation ${path}`, suggestion(nearPaths(path), 'see usagectl api --list'));
}

/** Returns the note about a path that is not in the contract and is called nevertheless. */
export function describeUnknown(path: string): string {
	const near = nearPaths(path);
	return `unknown operation ${path}${near.length > 0 ? `: ${didYouMean(near)}` : ''}`;
}

/** Returns the operation to call. A path outside the contract is assumed to change data. */
export function getOperation(typed: string): Endpoint {
	const path = withSlash(typed);
	// It would create a session beside the one that commands share.
	if (path === '/auth/login') throw new CliError('usage', `${path} has its own command`, {hint: 'run usagectl login'});
	if (!/^(\/[\w-]+)+$/.test(path))
		throw new CliError('usage', `${typed} is not the path of an operation`, {
			hint: 'use a path such as /meta/productProperties; pass parameters with -F, -f and --url-param',
		});
	return (
		findRow(path) ?? {
			path: path as `/${string}`,
			scope: 'product',
			get: true,
			writes: true,
			summary: '',
			source: '',
			request: z.looseObject({}),
			response: z.looseObject({}),
			reading: 'records',
		}
	);
}
