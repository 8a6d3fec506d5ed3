import {createHash} from 'node:crypto';
import {CliError} from '../errors.ts';
import {counted, printCount} from '../text/wording.ts';
import {checkSimilarKeys} from './check/similar-keys.ts';
import {continueRun} from './continue-run.ts';
import type {KeysPorts} from './keys-ports.ts';
import {type ChangeRequest, makeRows} from './plan/make-rows.ts';
import {noteChanges} from './plan/note-changes.ts';
import {countPlanned} from './plan/plan-row.ts';
import {type Preview, withPreview} from './preview-keys.ts';
import {type Registry, withRegistryLock} from './registry/registry-lock.ts';
import {isValueError} from './rows/input-error.ts';
import {isRelative} from './rows/key-change.ts';
import {checkKey} from './rows/key-values.ts';
import {confirmPlan} from './run/confirm-plan.ts';
import {dropUnfinished, findUnfinished} from './run/find-run.ts';
import {planRun} from './run/plan-run.ts';
import {publishRun} from './run/run-folder.ts';
import type {RunIdentity} from './run/run-identity.ts';
import {type Summary, summarizeUnsent} from './run/run-summary.ts';
import {sendRun} from './run/send-run.ts';
import {summarizeSent} from './run/summarize-sent.ts';
import {withWorkspace} from './store/workspace.ts';

export type SetRequest = Registry &
	ChangeRequest & {
		/** Asks for confirmation before anything is sent. */
		readonly ask: boolean;
		/** Undefined: any number if a person is asked, else 1,000. */
		readonly maxChanges: number | undefined;
		/** Discards an interrupted change. */
		readonly restart: boolean;
	};

const maxUnasked = 1000;

/**
 * Changes named keys, or those that match a filter, in a run that can be undone. If it is interrupted, the same request
 * continues it. Throws CliError (usage) for an invalid key, and without `insert` also for keys that are not in the registry.
 */
export function setKeys(request: SetRequest, ports: KeysPorts): Promise<Summary> {
	validateKeys(request);
	return withRegistryLock(request, ports, () =>
		withWorkspace(ports, async workspace => {
			const parts = {...ports, workspace};
			const identity = identifyChange(request);
			const unfinished = await (request.restart ? dropUnfinished : findUnfinished)(identity, ports);
			if (unfinished) return continueRun(unfinished, ports);
			const {client, rows, readKeys} = await makeRows(request, parts);
			const plan = await planRun(rows, {identity, overwrite: false, readKeys}, parts);
			const {allowSimilar} = request;
			await checkSimilarKeys(workspace.path('plan'), {client, allowSimilar, hasLines: false}, ports);
			validateCount(countPlanned(plan.header.counts), request, ports);
			await noteChanges(plan.header.counts, parts);
			if (!(await confirmPlan(plan, request.ask, ports))) return summarizeUnsent(plan.header.counts);
			const run = await publishRun(plan, parts);
			const sent = await sendRun(run, ports);
			return summarizeSent(sent, ports);
		}),
	);
}

/** Shows what `setKeys` would change. */
export function previewSet(request: SetRequest, ports: KeysPorts): Promise<Preview> {
	validateKeys(request);
	return withPreview(ports, async workspace => {
		const {client, rows, readKeys} = await makeRows(request, {
			...ports,
			note: ports.footnote,
			isAsked: true,
			workspace,
		});
		return {...request, command: 'set', client, rows, readKeys, overwrite: false, all: false, hasLines: false};
	});
}

function validateKeys({selection}: SetRequest): void {
	for (const key of 'keys' in selection ? selection.keys : []) {
		const checked = checkKey(key);
		if (isValueError(checked))
			throw new CliError('usage', checked.message, {hint: 'check for an empty shell variable', code: 'no-key'});
	}
}

/**
 * A change of named keys to given values can simply be repeated. All others must continue as planned, because after a part of
 * them, the filter finds other keys, and a shift other values.
 */
function identifyChange({selection, change, origin, product}: SetRequest): RunIdentity {
	const {keys, texts} = {keys: undefined, texts: undefined, ...selection};
	const digest = createHash('sha256').update(JSON.stringify({keys, texts, change, origin, product})).digest('hex');
	const options = texts || isRelative(change) ? JSON.stringify({...(texts && {filter: texts}), ...change}) : '';
	return {command: 'set', origin, product, file: '', digest, options};
}

function validateCount(count: number, {maxChanges}: SetRequest, {isAsked}: Pick<KeysPorts, 'isAsked'>): void {
	const max = maxChanges ?? (isAsked ? Number.POSITIVE_INFINITY : maxUnasked);
	if (count <= max) return;
	const unasked = maxChanges === undefined ? ' without a confirmation' : '';
	throw new CliError(
		'usage',
		`this changes ${counted(count, 'key')}, but at most ${printCount(max)} are allowed${unasked}`,
		{
			hint: `review the changes with --dry-run, then add --max-changes ${count}`,
			code: 'too-many',
		},
	);
}
