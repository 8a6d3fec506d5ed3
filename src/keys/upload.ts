import {CliError} from '../errors.ts';
import {type ConductParts, conductRun} from './conduct.ts';
import {counted} from './counted.ts';
import type {RunHeader} from './journal.ts';
import {type Registry, withKeysLock} from './keys-lock.ts';
import {openInput, type PreparedRows, type PrepareOptions, prepareRows} from './prepare.ts';
import {createReadKeys} from './registry.ts';
import {fileName, findNamed, findUnfinished, type RunIdentity} from './resume.ts';
import {createRunName, publishRun, readRun} from './run-folder.ts';
import {notSent, type Summary} from './summary.ts';
import {type Workspace, withWorkspace} from './workspace.ts';
import {type WrittenPlan, writePlan} from './write-plan.ts';

export type SendOptions = {
	/** Look at the registry first: what would change, and what can be taken back later. */
	readonly compare: boolean;
	readonly overwrite: boolean;
	readonly verify: boolean;
	readonly batchSize: number;
};
export type UploadRequest = PrepareOptions &
	SendOptions &
	Registry & {
		readonly dryRun: boolean;
		/** Give up what is left of an earlier run of this file. */
		readonly restart: boolean;
	};

/** The options that decide what a file comes to, as one text. */
const fingerprint = ({naming, rules, skipInvalid, compare, overwrite}: UploadRequest): string =>
	JSON.stringify({
		map: [...naming.map],
		ignoreExtra: naming.ignoreExtra,
		exactKeys: rules.exactKeys,
		emptyClearsNotes: rules.emptyClearsNotes,
		skipInvalid,
		compare,
		overwrite,
	});

/**
 * Uploads a file of keys: checks every row, compares with the registry, asks, sends, and answers what became of it. The same
 * request for the unchanged file goes on with a run that was cut short. Throws CliError: usage for mistakes in the file,
 * which then was not sent; locked; whatever ends the sending, with the way to go on.
 */
export function uploadFile(request: UploadRequest, parts: ConductParts): Promise<Summary> {
	if (request.dryRun) return withWorkspace(parts, workspace => rehearse(request, {...parts, workspace}));
	return withKeysLock(request, parts, () =>
		withWorkspace(parts, workspace => uploadIn(request, {...parts, workspace})),
	);
}

type InWorkspace = ConductParts & {readonly workspace: Workspace};

/** `--dry-run`: everything that can be known without the service. */
async function rehearse(request: UploadRequest, parts: InWorkspace): Promise<Summary> {
	const source = await openInput(request.file, parts.workspace, parts);
	const {rows, invalid, marks} = await prepareRows(source, request, parts);
	const merged = marks.countOf('merged');
	const counts = {rows: rows + invalid, same: 0, edited: 0, invalid: invalid + marks.wrong, merged};
	const fit = counted(counts.rows - counts.invalid - merged, 'row');
	await parts.note(`${fit} can be sent; nothing was (--dry-run)`);
	return notSent(counts);
}

async function uploadIn(request: UploadRequest, parts: InWorkspace): Promise<Summary> {
	const source = await openInput(request.file, parts.workspace, parts);
	const identity: RunIdentity = {
		command: 'update',
		origin: request.origin,
		product: request.product,
		file: fileName(request.file),
		digest: await source.digest(),
		options: fingerprint(request),
	};
	const unfinished = await findUnfinished(identity, {...parts, restart: request.restart});
	if (unfinished) {
		await parts.note(`going on with run ${unfinished.state.header.run}`);
		return conductRun(unfinished, parts);
	}
	const openRegistry = async () => createReadKeys({...parts, client: await parts.connect()});
	const prepared = await prepareRows(source, request, request.compare ? {...parts, openRegistry} : parts);
	return launchRun(prepared, {...request, identity, ask: true}, parts);
}

/** `--resume RUN`: goes on with a run as it was planned. Throws CliError usage when there is no such run to go on with. */
export function resumeNamed(name: string, where: Registry, parts: ConductParts): Promise<Summary> {
	return withKeysLock(where, parts, async () => {
		const run = await findNamed(name, {...where, stateDir: parts.stateDir});
		if (run.state.end !== 'dropped') return conductRun(run, parts);
		throw new CliError('usage', `run ${name} was given up`, {hint: 'upload its file again', code: 'no-run'});
	});
}

export type Launch = SendOptions & {
	readonly identity: RunIdentity;
	/** Ask before sending. */
	readonly ask: boolean;
};

/** Plans prepared rows, asks, and sends them as a run of their own. */
export async function launchRun(prepared: PreparedRows, launch: Launch, parts: InWorkspace): Promise<Summary> {
	const {compare, overwrite} = launch;
	const readKeys = compare ? createReadKeys({...parts, client: await parts.connect()}) : undefined;
	const written = await writePlan(prepared, {readKeys, overwrite, concurrency: parts.concurrency}, parts);
	const {counts} = written;
	await prepared.left.close();
	const header = createHeader(written, launch, parts);
	if (counts.insert + counts.change + counts.unseen === 0) {
		await parts.note(counts.edited + counts.invalid === 0 ? 'nothing to change' : 'nothing can be sent');
		return notSent(counts);
	}
	await parts.note(describePlan(header));
	if (launch.ask && !(await parts.confirm('Send them?'))) {
		await parts.note('nothing was sent');
		return notSent(counts);
	}
	return conductRun(await readRun(await publishRun(parts.workspace.folder, parts.stateDir, header)), parts);
}

function createHeader({counts, plan, shape}: WrittenPlan, launch: Launch, parts: InWorkspace): RunHeader {
	const now = parts.clock.now();
	return {
		...launch.identity,
		entry: 'run',
		version: 1,
		run: createRunName(now, parts.random()),
		started: now.toISOString(),
		shape,
		counts,
		planBytes: plan.bytes,
		planCrc: plan.crc,
		batchSize: launch.batchSize,
		verify: launch.verify,
		compared: launch.compare,
	};
}

/** What will be done, in numbers: the product is named, because a wrong one is the costliest mistake. */
function describePlan({counts, product, origin}: RunHeader): string {
	const {insert, change, unseen, same, edited, invalid, merged} = counts;
	const parts = [
		insert > 0 && `insert ${counted(insert, 'key')}`,
		change > 0 && `change ${counted(change, 'key')}`,
		unseen > 0 && `send ${counted(unseen, 'key')}`,
		same > 0 && `leave ${counted(same, 'key')} as they are`,
		merged > 0 && `merge ${counted(merged, 'row')} that say the same twice`,
		edited > 0 && `leave out ${counted(edited, 'key')} that somebody edited meanwhile`,
		invalid > 0 && `leave out ${counted(invalid, 'row')} with mistakes`,
	].filter(Boolean);
	return `product ${product} at ${origin}: ${parts.join(', ')}`;
}
