import {CliError} from '../errors.ts';
import {counted} from '../text/wording.ts';
import {checkUpload, type UploadOptions} from './check/check-upload.ts';
import type {KeysPorts} from './keys-ports.ts';
import {openSource} from './read/upload-source.ts';
import {type Registry, withRegistryLock} from './registry/registry-lock.ts';
import {confirmRun} from './run/confirm-run.ts';
import {dropUnfinished, findRunByName, findUnfinished, type RunIdentity, toStoredPath} from './run/find-run.ts';
import {type Summary, summarizeUnsent} from './run/run-summary.ts';
import {sendRun} from './run/send-run.ts';
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
			const source = await openSource(request.file, {...request, ...ports, workspace});
			const identity: RunIdentity = {
				command: 'update',
				origin: request.origin,
				product: request.product,
				file: toStoredPath(request.file),
				digest: await source.digest(),
				options: getFingerprint(request),
			};
			const unfinished = request.restart
				? await dropUnfinished(identity, ports)
				: await findUnfinished(identity, ports);
			if (unfinished) {
				await ports.note(`resuming import ${unfinished.state.header.run}`);
				return sendRun(unfinished, ports);
			}
			const connect = request.compare ? ports.connect : undefined;
			const rows = await checkUpload(source, request, {...ports, workspace, connect});
			const client = await connect?.();
			const options = {...request, identity, ask: true, readKeys: client?.readKeys};
			const {run, counts} = await confirmRun(rows, options, {...ports, workspace});
			return run ? sendRun(run, ports) : summarizeUnsent(counts);
		}),
	);
}

/** Serializes the options that change which updates a file leads to. */
function getFingerprint(request: UpdateRequest): string {
	const {naming, rules, dashboard} = request;
	return JSON.stringify({
		map: [...naming.map],
		ignoreExtra: naming.ignoreExtra,
		exactKeys: rules.exactKeys,
		emptyClearsNotes: request.emptyClearsNotes,
		...(dashboard ? {dashboard} : {}),
		dateFormat: request.dateFormat,
		yesNo: request.yesNo,
		encoding: request.encoding,
		sheet: request.sheet,
		skipInvalid: request.skipInvalid,
		compare: request.compare,
		overwrite: request.overwrite,
	});
}

/** Checks a file without connecting, for `--dry-run`. Throws CliError (usage) for errors in the file. */
export function checkKeys(request: UploadOptions, ports: KeysPorts): Promise<Summary> {
	return withWorkspace(ports, async workspace => {
		const source = await openSource(request.file, {...request, ...ports, workspace});
		const {count, merged, invalid} = await checkUpload(source, request, {...ports, workspace, connect: undefined});
		await ports.note(`${counted(count, 'row')} can be imported (--dry-run)`);
		return summarizeUnsent({rows: count + merged + invalid, same: 0, edited: 0, invalid, merged});
	});
}

/** Resumes a run as it was planned, for `--resume`. Throws CliError (usage) if there is no such run. */
export function resumeRun(name: string, registry: Registry, ports: KeysPorts): Promise<Summary> {
	return withRegistryLock(registry, ports, async () => {
		const run = await findRunByName(name, {...registry, stateDir: ports.stateDir});
		if (run.state.end !== 'dropped') return sendRun(run, ports);
		throw new CliError('usage', `import ${name} was discarded`, {hint: 'import its file again', code: 'no-run'});
	});
}
