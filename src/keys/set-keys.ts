import {createHash} from 'node:crypto';
import {CliError} from '../errors.ts';
import {checkSimilarKeys} from './check/similar-keys.ts';
import {checkTypes} from './check/unknown-types.ts';
import type {KeysClient, KeysPorts} from './keys-ports.ts';
import {type Registry, withRegistryLock} from './registry/registry-lock.ts';
import {createRows} from './rows/checked-row.ts';
import {isValueError} from './rows/input-error.ts';
import type {Fields} from './rows/key-columns.ts';
import {checkKey} from './rows/key-values.ts';
import {confirmPlan} from './run/confirm-plan.ts';
import {planRun} from './run/plan-run.ts';
import {publishRun} from './run/run-folder.ts';
import type {RunIdentity} from './run/run-identity.ts';
import {type Summary, summarizeUnsent} from './run/run-summary.ts';
import {sendRun} from './run/send-run.ts';
import {summarizeSent} from './run/summarize-sent.ts';
import {withWorkspace} from './store/workspace.ts';

export type SetRequest = Registry & {
	readonly keys: readonly string[];
	readonly fields: Fields;
	readonly insert: boolean;
	/** Accepts new keys and license types that resemble existing ones. */
	readonly allowSimilar: boolean;
	/** Asks for confirmation before anything is sent. */
	readonly ask: boolean;
};

/**
 * Sets the same values on a few keys, in a run that can be undone. Throws CliError (usage) for an invalid key, and without
 * `insert` also for keys that are not in the registry.
 */
export function setKeys(request: SetRequest, ports: KeysPorts): Promise<Summary> {
	const {keys, fields, insert, allowSimilar, ask, origin, product} = request;
	for (const key of keys) {
		const checked = checkKey(key);
		if (isValueError(checked))
			throw new CliError('usage', checked.message, {hint: 'check for an empty shell variable', code: 'no-key'});
	}
	return withRegistryLock(request, ports, () =>
		withWorkspace(ports, async workspace => {
			const parts = {...ports, workspace};
			const client = await ports.connect();
			const records = await checkRegistry(request, client, ports);
			const digest = createHash('sha256').update(JSON.stringify({keys, fields, insert, origin, product})).digest('hex');
			const identity: RunIdentity = {command: 'set', origin, product, file: '', digest, options: ''};
			const updates = keys.map((licenseKey, index) => ({line: index + 1, update: {licenseKey, ...fields}}));
			const rows = createRows([updates], updates.length, await workspace.spool('left'));
			const plan = await planRun(rows, {identity, overwrite: false, readKeys: async () => records}, parts);
			await checkSimilarKeys(workspace.path('plan'), {client, allowSimilar, hasLines: false}, ports);
			if (!(await confirmPlan(plan, ask, ports))) return summarizeUnsent(plan.header.counts);
			const run = await publishRun(plan, parts);
			const sent = await sendRun(run, ports);
			return summarizeSent(sent, ports);
		}),
	);
}

/** Reads the records of the keys. The service would insert a mistyped key, so without `insert` throws for keys that it lacks. */
async function checkRegistry(
	{keys, fields, insert, allowSimilar}: SetRequest,
	client: KeysClient,
	{note, warn, isAsked}: KeysPorts,
) {
	const records = await client.readKeys(keys);
	const missing = insert ? [] : keys.filter(key => !records.has(key));
	if (missing.length > 0) {
		throw new CliError('usage', `not in the registry: ${missing.join(', ')}; nothing was sent`, {
			hint: 'correct the key, or add --insert to insert it',
			code: 'no-key',
		});
	}
	if (fields.licenseType !== undefined)
		await checkTypes([fields.licenseType], client, {note, warn, isAsked, allowSimilar});
	return records;
}
