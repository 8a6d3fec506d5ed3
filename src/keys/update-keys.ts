import {CliError} from '../errors.ts';
import {counted} from '../text/wording.ts';
import {checkUpload, type UploadOptions} from './check/check-upload.ts';
import {checkSimilarKeys} from './check/similar-keys.ts';
import {continueRun} from './continue-run.ts';
import type {KeysPorts} from './keys-ports.ts';
import {openSource} from './read/upload-source.ts';
import {type Registry, withRegistryLock} from './registry/registry-lock.ts';
import {confirmPlan} from './run/confirm-plan.ts';
import {dropUnfinished, findRunByName, findUnfinished} from './run/find-run.ts';
import {planRun} from './run/plan-run.ts';
import {publishRun} from './run/run-folder.ts';
import {identifyUpload} from './run/run-identity.ts';
import {type Summary, summarizeUnsent} from './run/run-summary.ts';
import {sendRun} from './run/send-run.ts';
import {summarizeSent} from './run/summarize-sent.ts';
import {withWorkspace} from './store/workspace.ts';

export type UpdateRequest = UploadOptions &
	Registry & {
		/** Compares with the registry first, which allows a preview and an undo. */
		readonly compare: boolean;
		readonly overwrite: boolean;
		readonly verify: boolean;
		readonly batchSize: number;
		readonly restart: boolean;
	};

/**
 * Imports a file of keys: checks every row, compares with the registry, asks for confirmation, and sends. The same request for
 * the unchanged file resumes an interrupted run. Throws CliError: usage for errors in the file, of which nothing was sent;
 * locked; or any failure while sending, with a hint how to resume.
 */
export function updateKeys(request: UpdateRequest, ports: KeysPorts): Promise<Summary> {
	return withRegistryLock(request, ports, () =>
		withWorkspace(ports, async workspace => {
			const parts = {...ports, workspace};
			const source = await openSource(request.file, {...request, ...parts});
			const identity = identifyUpload(request, await source.digest());
			const unfinished = await (request.restart ? dropUnfinished : findUnfinished)(identity, ports);
			if (unfinished) return continueRun(unfinished, ports);
			const connect = request.compare ? ports.connect : undefined;
			const rows = await checkUpload(source, request, {...parts, connect});
			const client = await connect?.();
			const plan = await planRun(rows, {...request, identity, readKeys: client?.readKeys}, parts);
			const {allowSimilar} = request;
			await checkSimilarKeys(workspace.path('plan'), {client, allowSimilar, hasLines: true}, ports);
			if (!(await confirmPlan(plan, true, ports))) return summarizeUnsent(plan.header.counts);
			const run = await publishRun(plan, parts);
			const sent = await sendRun(run, ports);
			return summarizeSent(sent, ports);
		}),
	);
}

/** Checks a file without connecting, for `--dry-run`. Throws CliError (usage) for errors in the file. */
export function checkKeys(request: UploadOptions, ports: KeysPorts): Promise<Summary> {
	return withWorkspace(ports, async workspace => {
		const source = await openSource(request.file, {...request, ...ports, workspace});
		const {count, merged, invalid} = await checkUpload(source, request, {...ports, workspace, connect: undefined});
		const doubts = {client: undefined, allowSimilar: request.allowSimilar, hasLines: true};
		await checkSimilarKeys(workspace.path('rows'), doubts, {...ports, isAsked: true});
		await ports.note(`${counted(count, 'row')} can be imported (--dry-run)`);
		return summarizeUnsent({rows: count + merged + invalid, same: 0, edited: 0, invalid, merged});
	});
}

/** Resumes a run as it was planned, for `--resume`. Throws CliError (usage) if there is no such run. */
export function resumeRun(name: string, registry: Registry, ports: KeysPorts): Promise<Summary> {
	return withRegistryLock(registry, ports, async () => {
		const run = await findRunByName(name, {...registry, stateDir: ports.stateDir});
		if (run.state.end !== 'dropped') return summarizeSent(await sendRun(run, ports), ports);
		throw new CliError('usage', `import ${name} was discarded`, {hint: 'import its file again', code: 'no-run'});
	});
}
