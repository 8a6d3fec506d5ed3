import {CliError, type FailureDetails} from '../errors.ts';
import {counted} from './counted.ts';
import {countLeft, endRun, writeRejected} from './finish.ts';
import {type Run, readRun} from './run-folder.ts';
import {sendRun} from './send.ts';
import {type Summary, summarize} from './summary.ts';
import type {Surroundings} from './surroundings.ts';

export type ConductParts = Surroundings & {
	readonly concurrency: number;
	/** What to type to go on with a run. */
	readonly again: (run: string) => string;
	/** What to type to take a run back. */
	readonly takeBack: (run: string) => string;
};

/**
 * Sends what a run has left to send and brings it to its end: the file of what was not taken, the last entry of its journal,
 * its summary. When it cannot end, the CliError says how to go on.
 */
export async function conductRun(run: Run, parts: ConductParts): Promise<Summary> {
	const {header, done} = run.state;
	const total = header.counts.insert + header.counts.change + header.counts.unseen;
	const progress = parts.progress.start({what: 'uploading', total, unit: 'keys'});
	progress.advance(Math.min(total, done.size * header.batchSize));
	try {
		const client = await parts.connect();
		await sendRun(run, {...parts, client, progress});
		return await concludeRun(await readRun(run.folder), parts);
	} catch (error) {
		throw await withWayOn(error, run, parts);
	} finally {
		progress.end();
	}
}

/** Writes what a run that was sent leaves behind, and says it. */
async function concludeRun(run: Run, {note, clock, takeBack}: ConductParts): Promise<Summary> {
	const rejected = await writeRejected(run);
	await endRun(run, 'finished', clock.now());
	const {totals, header} = run.state;
	const unsplit = totals.accepted - totals.inserted - totals.updated;
	if (unsplit > 0) {
		await note(
			`of ${counted(unsplit, 'key')} it is not known whether they were inserted or updated: an answer was lost`,
		);
	}
	if (totals.altered > 0) {
		await note(`the service changed the values of ${counted(totals.altered, 'key')}: usagectl keys runs ${header.run}`);
	}
	if (rejected) await note(`${counted(countLeft(run), 'key')} not taken; the reasons are in ${rejected}`);
	if (header.compared && header.command !== 'undo' && totals.accepted > 0) {
		await note(`take it back: ${takeBack(header.run)}`);
	}
	return summarize({...run.state, end: 'finished'});
}

/** The same failure with what to type to go on. */
async function withWayOn(error: unknown, {folder}: Run, {again}: ConductParts): Promise<unknown> {
	if (!(error instanceof CliError)) return error;
	const state = await readRun(folder).then(
		run => run.state,
		() => undefined,
	);
	if (!state) return error;
	const {accepted, rejected, altered, unknown} = state.totals;
	const {insert, change, unseen} = state.header.counts;
	const done = `${accepted + rejected + altered + unknown} of ${counted(insert + change + unseen, 'key')} done`;
	const details: FailureDetails = {
		...error.details,
		hint: [error.details.hint, `go on with it: ${again(state.header.run)}`].filter(Boolean).join('\n'),
	};
	return new CliError(error.kind, `${error.message} (run ${state.header.run}: ${done})`, details);
}
