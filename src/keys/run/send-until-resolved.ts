import type {Output} from '../../contract/operations/endpoint.ts';
import {licenseKeys} from '../../contract/operations/license-keys.ts';
import type {CliError} from '../../errors.ts';
import type {KeysClient} from '../keys-ports.ts';
import {findChanges} from '../plan/key-changes.ts';
import type {PlanRow} from '../plan/plan-row.ts';
import {mayHaveArrived, wasRejected} from '../registry/read-keys.ts';
import type {BatchResult, UnacceptedRow} from './journal.ts';
import {getVerdict} from './key-verdict.ts';

export type SendOptions = {
	readonly client: KeysClient;
	/** Reads rows back even if the service reports that it accepted all of them. */
	readonly verify: boolean;
	readonly retries: number;
	/** Counts of the whole run: accepted keys, and rows that were rejected in a request of their own. */
	readonly tally: {accepted: number; rejected: number};
};

/** If this many rows are rejected one by one before any is accepted, the cause is not the rows. */
const maxRejections = 3;

const emptyResult: BatchResult = {accepted: 0, inserted: 0, updated: 0, bad: []};
const addResults = (a: BatchResult, b: BatchResult): BatchResult => ({
	accepted: a.accepted + b.accepted,
	inserted: a.inserted + b.inserted,
	updated: a.updated + b.updated,
	bad: [...a.bad, ...b.bad],
});

/**
 * Sends rows until the verdict of each is known. If there is no response, the keys are read back, and only rows that the
 * registry does not have are sent again. A batch that is rejected as a whole is halved until the rejected row is alone.
 * Throws CliError: auth, network, refused (if nothing at all is accepted); the batch then has no result.
 * @param mayBeSent an earlier process may have sent the rows: read them back before sending.
 */
export async function sendUntilResolved(
	rows: readonly PlanRow[],
	options: SendOptions,
	mayBeSent = false,
): Promise<BatchResult> {
	let remaining = rows;
	let result = emptyResult;
	for (let attempt = 0; ; attempt++) {
		if (mayBeSent || attempt > 0) {
			const found = await findAccepted(remaining, options);
			result = addResults(result, found.result);
			remaining = found.open;
		}
		if (remaining.length === 0) return result;
		const sent = await sendOnce(remaining, options);
		if ('answer' in sent) return addResults(result, await resolveAnswer(remaining, sent.answer, options));
		if ('rejection' in sent) return addResults(result, await sendHalves(remaining, options, sent.rejection));
		if (attempt >= options.retries) throw sent.failure;
	}
}

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

type BatchCounts = Output<typeof licenseKeys.update>;
type SendOutcome = {readonly answer: BatchCounts} | {readonly rejection: CliError} | {readonly failure: unknown};

/** Sends rows once. Throws errors that end the run, such as a session that cannot be renewed or an interrupt. */
async function sendOnce(rows: readonly PlanRow[], {client}: SendOptions): Promise<SendOutcome> {
	try {
		return {answer: await client.call(licenseKeys.update, {keyUpdates: rows.map(row => row.update)})};
	} catch (error) {
		if (wasRejected(error)) return {rejection: error};
		if (mayHaveArrived(error)) return {failure: error};
		throw error;
	}
}

async function resolveAnswer(
	rows: readonly PlanRow[],
	answer: BatchCounts,
	options: SendOptions,
): Promise<BatchResult> {
	const {insertedKeys, rejectedKeys, updatedKeys} = answer;
	const allAccepted = insertedKeys >= 0 && updatedKeys >= 0 && rejectedKeys === 0;
	const addsUp = allAccepted && insertedKeys + updatedKeys === rows.length;
	const counted = addsUp ? {accepted: rows.length, inserted: insertedKeys, updated: updatedKeys, bad: []} : undefined;
	const result = counted && !options.verify ? counted : await readBack(rows, counted, options);
	options.tally.accepted += result.accepted;
	return result;
}

/** Sends a rejected batch in halves: it may be too large, or rejected because of a single row. */
async function sendHalves(rows: readonly PlanRow[], options: SendOptions, rejection: CliError): Promise<BatchResult> {
	if (rows.length === 1) {
		if (++options.tally.rejected >= maxRejections && options.tally.accepted === 0) throw rejection;
		return {...emptyResult, bad: rows.map(row => toUnaccepted(row, 'rejected', rejection.message))};
	}
	const middle = rows.length >> 1;
	const first = await sendUntilResolved(rows.slice(0, middle), options);
	const second = await sendUntilResolved(rows.slice(middle), options);
	return addResults(first, second);
}

const toUnaccepted = ({line, update}: PlanRow, verdict: UnacceptedRow['verdict'], reason: string): UnacceptedRow => ({
	line,
	verdict,
	reason,
	update,
});

/** @param counted the result according to the service's counts, if they add up. */
async function readBack(
	rows: readonly PlanRow[],
	counted: BatchResult | undefined,
	{client}: SendOptions,
): Promise<BatchResult> {
	let records: Awaited<ReturnType<KeysClient['readKeys']>>;
	try {
		records = await client.readKeys(rows.map(row => row.update.licenseKey));
	} catch (error) {
		// Without permission to list keys, only the sums are known.
		if (!wasRejected(error)) throw error;
		const reason = `some keys of the batch were rejected, and the keys could not be read back: ${error.message}`;
		return counted ?? {...emptyResult, bad: rows.map(row => toUnaccepted(row, 'unknown', reason))};
	}
	const verdicts = rows.map(row => ({
		row,
		...getVerdict(row.update, row.before, records.get(row.update.licenseKey)),
	}));
	const bad = verdicts.flatMap(found =>
		found.verdict === 'accepted' ? [] : [toUnaccepted(found.row, found.verdict, found.reason)],
	);
	if (bad.length === 0 && counted) return counted;
	return {...countByPlan(verdicts.filter(({verdict}) => verdict === 'accepted').map(({row}) => row)), bad};
}
