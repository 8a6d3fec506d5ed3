import {createHash} from 'node:crypto';
import {CliError} from '../errors.ts';
import {keepRows} from './plan/prepare.ts';
import {createReadKeys} from './registry/read-keys.ts';
import {type Registry, withRegistryLock} from './registry/registry-lock.ts';
import {isRefused} from './rows/input-error.ts';
import type {Fields} from './rows/key-fields.ts';
import {checkKey} from './rows/key-values.ts';
import type {RunIdentity} from './run/resume.ts';
import type {Summary} from './run/run-summary.ts';
import type {RunPorts} from './run/run-to-completion.ts';
import {startRun} from './run/start-run.ts';
import {withWorkspace} from './store/workspace.ts';

export type SetRequest = Registry & {
	readonly keys: readonly string[];
	readonly fields: Fields;
	/** Add keys that are not in the registry. */
	readonly insert: boolean;
};

/**
 * Gives the same values to a few keys, as a run that can be undone. Throws CliError usage for a text that cannot be a key,
 * and for keys that are not in the registry unless they are to be inserted.
 */
export function setKeys(request: SetRequest, ports: RunPorts): Promise<Summary> {
	for (const key of request.keys) {
		const checked = checkKey(key);
		if (isRefused(checked)) throw new CliError('usage', checked.message, {hint: 'name license keys', code: 'no-key'});
	}
	return withRegistryLock(request, ports, () =>
		withWorkspace(ports, async workspace => {
			if (!request.insert) await validateKnown(request.keys, ports);
			const digest = createHash('sha256').update(JSON.stringify(request)).digest('hex');
			const {origin, product} = request;
			const identity: RunIdentity = {command: 'set', origin, product, file: '', digest, options: ''};
			const send = {compare: true, overwrite: false, verify: false, batchSize: 1000};
			const rows = request.keys.map((licenseKey, index) => ({
				line: index + 1,
				update: {licenseKey, ...request.fields},
			}));
			const prepared = await keepRows([rows], workspace);
			return startRun(prepared, {...send, identity, ask: false}, {...ports, workspace});
		}),
	);
}

/** Without it, a mistyped key would be inserted. */
async function validateKnown(keys: readonly string[], ports: RunPorts): Promise<void> {
	const known = await createReadKeys({...ports, client: await ports.connect()})(keys);
	const missing = keys.filter(key => !known.has(key));
	if (missing.length === 0) return;
	throw new CliError('usage', `not in the registry: ${missing.join(', ')}; nothing was sent`, {
		hint: '--insert adds keys that are new',
		code: 'no-key',
	});
}
