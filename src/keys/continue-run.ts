import {counted, printCount} from '../text/wording.ts';
import type {KeysPorts} from './keys-ports.ts';
import {countPlanned} from './plan/plan-row.ts';
import {readBatches} from './run/batches.ts';
import {planPath, type Run} from './run/run-folder.ts';
import {type Summary, summarizeUnsent} from './run/run-summary.ts';
import {sendRun} from './run/send-run.ts';
import {summarizeSent} from './run/summarize-sent.ts';

/** Continues an interrupted run as it was planned, after a confirmation: who repeats a command may not expect that. */
export async function continueRun(run: Run, ports: KeysPorts): Promise<Summary> {
	const {header} = run.state;
	const left = await countLeft(run);
	await ports.note(`import ${header.run} is not finished: ${describeLeft(left, run)}`);
	if (left.keys > 0 && !(await ports.confirm('Continue it?'))) return summarizeUnsent(header.counts);
	return summarizeSent(await sendRun(run, ports), ports);
}

type Left = {readonly keys: number; readonly inserts: number};

async function countLeft({folder, state: {header, done}}: Run): Promise<Left> {
	let [keys, inserts] = [0, 0];
	for await (const {rows} of readBatches(planPath(folder), header, number => !done.has(number))) {
		keys += rows.length;
		inserts += rows.filter(({before}) => before === null).length;
	}
	return {keys, inserts};
}

function describeLeft({keys, inserts}: Left, {state: {header}}: Run): string {
	const left = `${printCount(keys)} of ${counted(countPlanned(header.counts), 'key')} left`;
	if (!header.compared && keys > 0) return `${left}; inserted keys cannot be deleted`;
	return inserts === 0 ? left : `${left}: ${counted(inserts, 'insert')}, which cannot be deleted`;
}
