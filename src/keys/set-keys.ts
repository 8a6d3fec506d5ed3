import {createHash} from 'node:crypto';
import {CliError} from '../errors.ts';
import {refuseKey} from './columns.ts';
import type {ConductParts} from './conduct.ts';
import type {Fields} from './fields.ts';
import {type Registry, withKeysLock} from './keys-lock.ts';
import {keepRows} from './prepare.ts';
import {createReadKeys} from './registry.ts';
import type {RunIdentity} from './resume.ts';
import type {Summary} from './summary.ts';
import {launchRun} from './upload.ts';
import {withWorkspace} from './workspace.ts';

export type SetRequest = Registry & {
	readonly keys: readonly string[];
	readonly fields: Fields;
	/** Add keys that are not in the registry. */
	readonly insert: boolean;
};

/**
 * Gives the same values to a few keys, as a run of its own that can be undone. Throws CliError usage for what is no key, and
 * for keys that are not in the registry unless they are to be inserted.
 */
export function setKeys(request: SetRequest, parts: ConductParts): Promise<Summary> {
	for (const key of request.keys) {
		const refusal = refuseKey(key);
		if (refusal) throw new CliError('usage', refusal.message, {hint: 'name license keys', code: 'no-key'});
	}
	return withKeysLock(request, parts, () =>
		withWorkspace(parts, async workspace => {
			if (!request.insert) await validateKnown(request.keys, parts);
			const digest = createHash('sha256').update(JSON.stringify(request)).digest('hex');
			const {origin, product} = request;
			const identity: RunIdentity = {command: 'set', origin, product, file: '', digest, options: ''};
			const send = {compare: true, overwrite: false, verify: false, batchSize: 1000};
			const rows = request.keys.map((licenseKey, index) => ({
				line: index + 1,
				update: {licenseKey, ...request.fields},
			}));
			const prepared = await keepRows([rows], workspace);
			return launchRun(prepared, {...send, identity, ask: false}, {...parts, workspace});
		}),
	);
}

/** A mistyped key would be inserted without a word. */
async function validateKnown(keys: readonly string[], parts: ConductParts): Promise<void> {
	const known = await createReadKeys({...parts, client: await parts.connect()})(keys);
	const missing = keys.filter(key => !known.has(key));
	if (missing.length === 0) return;
	throw new CliError('usage', `not in the registry: ${missing.join(', ')}; nothing was sent`, {
		hint: '--insert adds keys that are new',
		code: 'no-key',
	});
}
