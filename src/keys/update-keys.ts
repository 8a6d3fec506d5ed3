import {CliError} from '../errors.ts';
import {counted} from '../text/wording.ts';
import {openInput, type PrepareOptions, prepareRows} from './plan/prepare.ts';
import {createReadKeys} from './registry/read-keys.ts';
import {type Registry, withRegistryLock} from './registry/registry-lock.ts';
import {fileName, findNamed, findUnfinished, type RunIdentity} from './run/resume.ts';
import {notSent, type Summary} from './run/run-summary.ts';
import {type RunPorts, runToCompletion} from './run/run-to-completion.ts';
import {type StartOptions, startRun} from './run/start-run.ts';
import {type Workspace, withWorkspace} from './store/workspace.ts';

export type UpdateRequest = PrepareOptions &
	Omit<StartOptions, 'identity' | 'ask'> &
	Registry & {
		readonly dryRun: boolean;
		/** Drop what is left of an earlier run of this file. */
		readonly restart: boolean;
	};

/** The options that decide what a file comes to, as one text. */
const getFingerprint = ({naming, rules, emptyClearsNotes, dateFormat, yesNo, ...rest}: UpdateRequest): string => {
	const {skipInvalid, compare, overwrite} = rest;
	return JSON.stringify({
		map: [...naming.map],
		ignoreExtra: naming.ignoreExtra,
		exactKeys: rules.exactKeys,
		emptyClearsNotes,
		dateFormat,
		yesNo,
		skipInvalid,
		compare,
		overwrite,
	});
};

/**
 * Uploads a file of keys: checks every row, compares with the registry, asks, sends, and returns what became of it. The same
 * request for the unchanged file resumes a run that was cut short. Throws CliError: usage for mistakes in the file, which
 * then was not sent; locked; whatever ends the sending, with the way to resume.
 */
export function updateKeys(request: UpdateRequest, ports: RunPorts): Promise<Summary> {
	if (request.dryRun) return withWorkspace(ports, workspace => checkOnly(request, {...ports, workspace}));
	return withRegistryLock(request, ports, () =>
		withWorkspace(ports, workspace => updateIn(request, {...ports, workspace})),
	);
}

type InWorkspace = RunPorts & {readonly workspace: Workspace};

/** `--dry-run`: everything that can be known without the service. */
async function checkOnly(request: UpdateRequest, ports: InWorkspace): Promise<Summary> {
	const source = await openInput(request.file, ports.workspace, ports);
	const {rows, invalid, marks} = await prepareRows(source, request, ports);
	const merged = marks.countOf('merged');
	const counts = {rows: rows + invalid, same: 0, edited: 0, invalid: invalid + marks.wrong, merged};
	const good = counted(counts.rows - counts.invalid - merged, 'row');
	await ports.note(`${good} can be sent (--dry-run)`);
	return notSent(counts);
}

async function updateIn(request: UpdateRequest, ports: InWorkspace): Promise<Summary> {
	const source = await openInput(request.file, ports.workspace, ports);
	const identity: RunIdentity = {
		command: 'update',
		origin: request.origin,
		product: request.product,
		file: fileName(request.file),
		digest: await source.digest(),
		options: getFingerprint(request),
	};
	const unfinished = await findUnfinished(identity, {...ports, restart: request.restart});
	if (unfinished) {
		await ports.note(`resuming run ${unfinished.state.header.run}`);
		return runToCompletion(unfinished, ports);
	}
	const openRegistry = async () => createReadKeys({...ports, client: await ports.connect()});
	const prepared = await prepareRows(source, request, request.compare ? {...ports, openRegistry} : ports);
	return startRun(prepared, {...request, identity, ask: true}, ports);
}

/** `--resume RUN`: resumes a run as it was planned. Throws CliError usage when there is no such run to resume. */
export function resumeRun(name: string, registry: Registry, ports: RunPorts): Promise<Summary> {
	return withRegistryLock(registry, ports, async () => {
		const run = await findNamed(name, {...registry, stateDir: ports.stateDir});
		if (run.state.end !== 'dropped') return runToCompletion(run, ports);
		throw new CliError('usage', `run ${name} was dropped`, {hint: 'upload its file again', code: 'no-run'});
	});
}
