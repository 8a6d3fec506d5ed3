import {CliError, type FailureDetails} from '../../errors.ts';
import {counted, printCount} from '../../text/wording.ts';
import type {KeysPorts} from '../keys-ports.ts';
import {countLeft, writeRejected} from './left-rows.ts';
import {endRun, type Run, readRun} from './run-folder.ts';
import {type Summary, summarize} from './run-summary.ts';
import {sendRun} from './send-run.ts';

export type RunPorts = KeysPorts & {
	readonly concurrency: number;
	/** What to type to resume a run. */
	readonly resumeCommand: (run: string) => string;
	/** What to type to undo a run. */
	readonly undoCommand: (run: string) => string;
};

/**
 * Sends what a run has left to send, writes the file of rejected rows and the last entry of the journal, and returns the
 * summary. When it cannot complete the run, the CliError says how to resume it.
 */
export async function runToCompletion(run: Run, ports: RunPorts): Promise<Summary> {
	const {header, done} = run.state;
	const total = header.counts.insert + header.counts.change + header.counts.unseen;
	const progress = ports.progress.start({what: 'uploading', total, unit: 'keys'});
	progress.advance(Math.min(total, done.size * header.batchSize));
	try {
		const client = await ports.connect();
		await sendRun(run, {...ports, client, progress});
		return await completeRun(await readRun(run.folder), ports);
	} catch (error) {
		throw await addResumeHint(error, run, ports);
	} finally {
		progress.end();
	}
}

async function completeRun(run: Run, {note, clock, undoCommand}: RunPorts): Promise<Summary> {
	const rejected = await writeRejected(run);
	await endRun(run, 'finished', clock.now());
	const {totals, header} = run.state;
	const uncounted = totals.accepted - totals.inserted - totals.updated;
	if (uncounted > 0) {
		await note(
			`of ${counted(uncounted, 'key')} it is not known whether they were inserted or updated: an answer was lost`,
		);
	}
	if (totals.altered > 0) {
		await note(`the service changed the values of ${counted(totals.altered, 'key')}: usagectl keys runs ${header.run}`);
	}
	if (rejected) await note(`${counted(countLeft(run), 'key')} not accepted; the reasons are in ${rejected}`);
	if (header.compared && header.command !== 'undo' && totals.accepted > 0) {
		await note(`to undo it: ${undoCommand(header.run)}`);
	}
	return summarize({...run.state, end: 'finished'});
}

/** The same failure with the command that resumes the run. */
async function addResumeHint(error: unknown, {folder}: Run, {resumeCommand}: RunPorts): Promise<unknown> {
	if (!(error instanceof CliError)) return error;
	const state = await readRun(folder).then(
		run => run.state,
		() => undefined,
	);
	if (!state) return error;
	const {accepted, rejected, altered, unknown} = state.totals;
	const {insert, change, unseen} = state.header.counts;
	const done = `${printCount(accepted + rejected + altered + unknown)} of ${counted(insert + change + unseen, 'key')} done`;
	const resume = resumeCommand(state.header.run);
	const isStopped = ['interrupted', 'terminated', 'hangup'].includes(error.kind);
	const before = isStopped ? '' : error.details.hint;
	const hint = [before, `to resume it, run the same command again, or: ${resume}`].filter(Boolean).join('\n');
	const details: FailureDetails = {...error.details, hint};
	return new CliError(error.kind, `${error.message} (run ${state.header.run}: ${done})`, details);
}
