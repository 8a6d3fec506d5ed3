import {keyFlags} from '../contract/request-words.ts';
import {listRuns} from './past-runs.ts';
import {type RunIdentity, toStoredPath} from './run/run-identity.ts';

const isManaged = (field: unknown) => field === 'licenseType' || keyFlags.some(flag => flag === field);

/** Returns a note if the registry differs in flags or types from a file that was imported before; undefined otherwise. */
export async function findManagedChanges(
	fields: ReadonlySet<unknown>,
	{file, origin, product}: Pick<RunIdentity, 'file' | 'origin' | 'product'>,
	stateDir: string,
): Promise<string | undefined> {
	if (![...fields].some(isManaged)) return undefined;
	const path = toStoredPath(file);
	const isImported = (await listRuns(stateDir, () => {})).some(
		({state: {header, end}}) =>
			end === 'finished' && header.file === path && header.origin === origin && header.product === product,
	);
	if (!isImported) return undefined;
	return 'this file was imported before, and license types or flags differ again: the product probably manages them on the client, which overwrites them (usagectl keys set --help)';
}
