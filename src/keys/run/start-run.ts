import {counted} from '../../text/wording.ts';
import type {PlanCounts} from '../plan/plan-row.ts';
import type {PreparedRows} from '../plan/prepare.ts';
import {writePlan} from '../plan/write-plan.ts';
import {createReadKeys} from '../registry/read-keys.ts';
import type {Measure} from '../store/spool.ts';
import type {Workspace} from '../store/workspace.ts';
import type {RunHeader} from './journal.ts';
import type {RunIdentity} from './resume.ts';
import {createRunName, publishRun, readRun} from './run-folder.ts';
import {notSent, type Summary} from './run-summary.ts';
import {type RunPorts, runToCompletion} from './run-to-completion.ts';

export type StartOptions = {
	/** Compare with the registry first: what would change, and what can be undone later. */
	readonly compare: boolean;
	readonly overwrite: boolean;
	readonly verify: boolean;
	readonly batchSize: number;
	readonly identity: RunIdentity;
	/** Ask before sending. */
	readonly ask: boolean;
};

/** Plans prepared rows, asks, and sends them as a run of their own. */
export async function startRun(
	prepared: PreparedRows,
	options: StartOptions,
	ports: RunPorts & {readonly workspace: Workspace},
): Promise<Summary> {
	const {compare, overwrite} = options;
	const {workspace, stateDir, note, confirm, concurrency} = ports;
	const readKeys = compare ? createReadKeys({...ports, client: await ports.connect()}) : undefined;
	const written = await writePlan(prepared, {readKeys, overwrite, concurrency}, ports);
	const {counts} = written;
	await prepared.left.close();
	if (counts.insert + counts.change + counts.unseen === 0) {
		await note(counts.edited + counts.invalid === 0 ? 'nothing to change' : 'nothing can be sent');
		return notSent(counts);
	}
	const header = createHeader({...written, prepared}, options, ports);
	await note(describePlan(header));
	if (options.ask && !(await confirm('Send them?'))) return notSent(counts);
	return runToCompletion(await readRun(await publishRun(workspace.folder, stateDir, header)), ports);
}

type Written = {readonly counts: PlanCounts; readonly plan: Measure; readonly prepared: PreparedRows};

function createHeader({counts, plan, prepared}: Written, options: StartOptions, ports: RunPorts): RunHeader {
	const now = ports.clock.now();
	return {
		...options.identity,
		entry: 'run',
		version: 1,
		run: createRunName(now, ports.random()),
		started: now.toISOString(),
		shape: prepared.shape,
		counts,
		planBytes: plan.bytes,
		planCrc: plan.crc,
		batchSize: options.batchSize,
		verify: options.verify,
		compared: options.compare,
	};
}

/** What will be done, in numbers. The product is named because a wrong one is the costliest mistake. */
function describePlan({counts, product, origin}: RunHeader): string {
	const {insert, change, unseen, same, edited, invalid, merged} = counts;
	const parts = [
		insert > 0 && `insert ${counted(insert, 'key')}`,
		change > 0 && `change ${counted(change, 'key')}`,
		unseen > 0 && `send ${counted(unseen, 'key')}`,
		same > 0 && `leave ${counted(same, 'key')} as ${same === 1 ? 'it is' : 'they are'}`,
		merged > 0 && `merge ${counted(merged, 'duplicate row')}`,
		edited > 0 && `leave out ${counted(edited, 'key')} that somebody edited meanwhile`,
		invalid > 0 && `leave out ${counted(invalid, 'row')} with mistakes`,
	].filter(Boolean);
	return `product ${product} at ${origin}: ${parts.join(', ')}`;
}
