import {licenseKeys} from '../../contract/operations/license-keys.ts';
import type {CliError} from '../../errors.ts';
import type {KeysClient} from '../keys-ports.ts';
import {findChanges} from '../plan/key-changes.ts';
import type {PlanRow} from '../plan/plan-row.ts';
import {isInDoubt, wasRefused} from '../registry/read-keys.ts';
import type {BadRow, BatchResult} from './journal.ts';
import {judgeRow} from './key-verdict.ts';

export type SendOptions = {
	readonly client: KeysClient;
	/** Read back also rows of which the service says that it accepted them all. */
	readonly verify: boolean;
	/** Further attempts to send rows when there was no answer. */
	readonly retries: number;
	/** Of the whole run: keys that were accepted, and rows that were refused alone. */
	readonly tally: {accepted: number; refused: number};
};

/** When this many rows were refused one by one, and none was accepted, the cause is not the rows. */
const mostRejections = 3;

const nothing: BatchResult = {accepted: 0, inserted: 0, updated: 0, bad: []};
const join = (a: BatchResult, b: BatchResult): BatchResult => ({
	accepted: a.accepted + b.accepted,
	inserted: a.inserted + b.inserted,
	updated: a.updated + b.updated,
	bad: [...a.bad, ...b.bad],
});

/**
 * Sends rows until it is known of each what became of it, and returns that. When there was no answer, the keys are read
 * back, and only rows that the registry does not have are sent again. A batch that is refused as a whole is halved until
 * the row that it is refused for is alone. Throws CliError: auth, network, refused (when nothing at all is accepted); the
 * batch then has no result.
 * @param inDoubt the rows may have been sent by an earlier process: read them back before sending.
 */
export async function sendUntilResolved(
	rows: readonly PlanRow[],
	options: SendOptions,
	inDoubt = false,
): Promise<BatchResult> {
	let open = rows;
	let result = nothing;
	for (let attempt = 0; ; attempt++) {
		if (inDoubt || attempt > 0) {
			const found = await findAccepted(open, options);
			result = join(result, found.result);
			open = found.open;
		}
		if (open.length === 0) return result;
		const sent = await sendOnce(open, options);
		if ('answer' in sent) return join(result, await judgeAnswer(open, sent.answer, options));
		if ('rejection' in sent) return join(result, await sendHalves(open, options, sent.rejection));
		if (attempt >= options.retries) throw sent.failure;
	}
}

/** Divides rows into those that the registry has as sent, which count as accepted, and the others. */
async function findAccepted(rows: readonly PlanRow[], {client}: SendOptions) {
	const records = await client.readKeys(rows.map(row => row.update.licenseKey));
	const isAccepted = ({update}: PlanRow) => {
		const record = records.get(update.licenseKey);
		return record !== undefined && findChanges(update, record).length === 0;
	};
	return {open: rows.filter(row => !isAccepted(row)), result: countByPlan(rows.filter(isAccepted))};
}

const countByPlan = (rows: readonly PlanRow[]): BatchResult => ({
	accepted: rows.length,
	inserted: rows.filter(row => row.before === null).length,
	updated: rows.filter(row => row.before).length,
	bad: [],
});

type Answer = {readonly insertedKeys: number; readonly rejectedKeys: number; readonly updatedKeys: number};
type Sent = {readonly answer: Answer} | {readonly rejection: CliError} | {readonly failure: unknown};

/** Sends rows once. What ends the run (a session that cannot be renewed, an interrupt) is thrown. */
async function sendOnce(rows: readonly PlanRow[], {client}: SendOptions): Promise<Sent> {
	try {
		return {answer: await client.call(licenseKeys.update, {keyUpdates: rows.map(row => row.update)})};
	} catch (error) {
		if (wasRefused(error)) return {rejection: error};
		if (isInDoubt(error)) return {failure: error};
		throw error;
	}
}

async function judgeAnswer(rows: readonly PlanRow[], answer: Answer, options: SendOptions): Promise<BatchResult> {
	const {insertedKeys, rejectedKeys, updatedKeys} = answer;
	const allAccepted = insertedKeys >= 0 && updatedKeys >= 0 && rejectedKeys === 0;
	const addsUp = allAccepted && insertedKeys + updatedKeys === rows.length;
	const counted = addsUp ? {accepted: rows.length, inserted: insertedKeys, updated: updatedKeys, bad: []} : undefined;
	const result = counted && !options.verify ? counted : await readBack(rows, counted, options);
	options.tally.accepted += result.accepted;
	return result;
}

/** A request may be too large, or refused for one of its rows: the fewer rows it has, the fewer are held up. */
async function sendHalves(rows: readonly PlanRow[], options: SendOptions, rejection: CliError): Promise<BatchResult> {
	if (rows.length === 1) {
		if (++options.tally.refused >= mostRejections && options.tally.accepted === 0) throw rejection;
		return {...nothing, bad: rows.map(row => toBad(row, 'rejected', rejection.message))};
	}
	const middle = rows.length >> 1;
	const first = await sendUntilResolved(rows.slice(0, middle), options);
	const second = await sendUntilResolved(rows.slice(middle), options);
	return join(first, second);
}

const toBad = ({line, update}: PlanRow, verdict: BadRow['verdict'], reason: string): BadRow => ({
	line,
	verdict,
	reason,
	update,
});

/**
 * Judges each row by what the registry has now.
 * @param counted the result by the service's own sums, if they add up.
 */
async function readBack(
	rows: readonly PlanRow[],
	counted: BatchResult | undefined,
	{client}: SendOptions,
): Promise<BatchResult> {
	let records: Awaited<ReturnType<KeysClient['readKeys']>>;
	try {
		records = await client.readKeys(rows.map(row => row.update.licenseKey));
	} catch (error) {
		// Without permission to list keys, the sums are all that is known.
		if (!wasRefused(error)) throw error;
		const reason = `some keys of the batch were rejected, and the keys could not be read back: ${error.message}`;
		return counted ?? {...nothing, bad: rows.map(row => toBad(row, 'unknown', reason))};
	}
	const judged = rows.map(row => ({
		row,
		...judgeRow(row.update, row.before, records.get(row.update.licenseKey)),
	}));
	const bad = judged.flatMap(found =>
		found.verdict === 'accepted' ? [] : [toBad(found.row, found.verdict, found.reason)],
	);
	if (bad.length === 0 && counted) return counted;
	return {...countByPlan(judged.filter(({verdict}) => verdict === 'accepted').map(({row}) => row)), bad};
}
