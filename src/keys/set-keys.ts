import {createHash} from 'node:crypto';
import {CliError} from '../errors.ts';
import {warnUnknownTypes} from './check/unknown-types.ts';
import type {KeysPorts} from './keys-ports.ts';
import {type Registry, withRegistryLock} from './registry/registry-lock.ts';
import {createRows} from './rows/checked-row.ts';
import {isValueError} from './rows/input-error.ts';
import type {Fields} from './rows/key-columns.ts';
import {checkKey} from './rows/key-values.ts';
import {confirmRun} from './run/confirm-run.ts';
import type {RunIdentity} from './run/find-run.ts';
import {type Summary, summarizeUnsent} from './run/run-summary.ts';
import {sendRun} from './run/send-run.ts';
import {withWorkspace} from './store/workspace.ts';

export type SetRequest = Registry & {
	readonly keys: readonly string[];
	readonly fields: Fields;
	readonly insert: boolean;
	/** Asks for confirmation before anything is sent. */
	readonly ask: boolean;
};

/**
 * Sets the same values on a few keys, in a run that can be undone. Throws CliError (usage) for an invalid key, and without
 * `insert` also for keys that are not in the registry.
 */
export function setKeys(request: SetRequest, ports: KeysPorts): Promise<Summary> {
	const {keys, fields, insert, ask, origin, product} = request;
	for (const key of keys) {
		const checked = checkKey(key);
		if (isValueError(checked))
			throw new CliError('usage', checked.message, {hint: 'check for an empty shell variable', code: 'no-key'});
	}
	return withRegistryLock(request, ports, () =>
		withWorkspace(ports, async workspace => {
			const client = await ports.connect();
			const records = await client.readKeys(keys);
			// The service would insert a mistyped key: without --insert, find the keys that the registry lacks.
			const missing = insert ? [] : keys.filter(key => !records.has(key));
			if (missing.length > 0) {
				throw new CliError('usage', `not in the registry: ${missing.join(', ')}; nothing was sent`, {
					hint: 'correct the key, or add --insert to insert it',
					code: 'no-key',
				});
			}
			if (fields.licenseType !== undefined) await warnUnknownTypes([fields.licenseType], client, ports.warn);
			const digest = createHash('sha256').update(JSON.stringify({keys, fields, insert, origin, product})).digest('hex');
			const identity: RunIdentity = {command: 'set', origin, product, file: '', digest, options: ''};
			const updates = keys.map((licenseKey, index) => ({line: index + 1, update: {licenseKey, ...fields}}));
			const rows = createRows([updates], updates.length, await workspace.spool('left'));
			const options = {identity, ask, overwrite: false, readKeys: async () => records};
			const {run, counts} = await confirmRun(rows, options, {...ports, workspace});
			return run ? sendRun(run, ports) : summarizeUnsent(counts);
		}),
	);
}
