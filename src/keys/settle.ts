import {licenseKeys} from '../contract/license-keys.ts';
import type {CliError} from '../errors.ts';
import type {CallOptions, Client} from '../ports.ts';
import {findChanges} from './compare.ts';
import {isLost, isRefusal} from './delivery.ts';
import type {BadRow, BatchResult} from './journal.ts';
import type {PlanRow} from './plan.ts';
import type {ReadKeys} from './registry.ts';
import {judgeRow} from './verdict.ts';

/** What settling a batch may use. */
export type SettleParts = {
	readonly client: Client;
	readonly readKeys: ReadKeys;
	/** For the calls that send; reading back has its own in `readKeys`. */
	readonly call: CallOptions;
	/** Read back also what the service says it took. */
	readonly verify: boolean;
	/** How often rows may be sent again whose answer was lost. */
	readonly retries: number;
	/** Of the whole run: keys the service took, and rows it refused alone. */
	readonly tally: {taken: number; refused: number};
};

/** When this many rows were refused one by one, and none was ever taken, it is not the rows. */
const mostRefusals = 3;

const nothing: BatchResult = {accepted: 0, inserted: 0, updated: 0, bad: []};
const join = (a: BatchResult, b: BatchResult): BatchResult => ({
	accepted: a.accepted + b.accepted,
	inserted: a.inserted + b.inserted,
	updated: a.updated + b.updated,
	bad: [...a.bad, ...b.bad],
});

/**
 * Sends rows until the fate of each is known, and answers it. A lost answer is followed by reading the keys back: only rows
 * that are not as asked are sent again. A batch that is refused whole is halved until the row stands alone that it is
 * refused for. Throws CliError: auth, network, refused (when nothing at all is taken); the batch is then still open.
 * @param lost the rows were sent by a process that died: look before sending.
 */
export async function settleRows(rows: readonly PlanRow[], parts: SettleParts, lost = false): Promise<BatchResult> {
	let open = rows;
	let result = nothing;
	for (let attempt = 0; ; attempt++) {
		if (lost || attempt > 0) {
			const found = await findTaken(open, parts.readKeys);
			result = join(result, found.result);
			open = found.open;
		}
		if (open.length === 0) return result;
		const sent = await sendRows(open, parts);
		if ('answer' in sent) return join(result, await judgeAnswer(open, sent.answer, parts));
		if ('refusal' in sent) return join(result, await sendHalves(open, parts, sent.refusal));
		if (attempt >= parts.retries) throw sent.lost;
	}
}

/** Rows that the registry holds as asked count as taken. Whether they were new, only the plan may know. */
async function findTaken(rows: readonly PlanRow[], readKeys: ReadKeys) {
	const records = await readKeys(rows.map(row => row.update.licenseKey));
	const isTaken = ({update}: PlanRow) => {
		const record = records.get(update.licenseKey);
		return record !== undefined && findChanges(update, record).length === 0;
	};
	return {open: rows.filter(row => !isTaken(row)), result: countByPlan(rows.filter(isTaken))};
}

const countByPlan = (rows: readonly PlanRow[]): BatchResult => ({
	accepted: rows.length,
	inserted: rows.filter(row => row.before === null).length,
	updated: rows.filter(row => row.before).length,
	bad: [],
});

type Answer = {readonly insertedKeys: number; readonly rejectedKeys: number; readonly updatedKeys: number};

/** Sends rows once. What ends the run (a session that cannot be renewed, an interrupt) is thrown. */
async function sendRows(
	rows: readonly PlanRow[],
	{client, call}: SettleParts,
): Promise<{readonly answer: Answer} | {readonly refusal: CliError} | {readonly lost: unknown}> {
	try {
		const input = {keyUpdates: rows.map(row => row.update)};
		return {answer: await client.call(licenseKeys.update, input, {...call, checked: true})};
	} catch (error) {
		if (isRefusal(error)) return {refusal: error};
		if (isLost(error)) return {lost: error};
		throw error;
	}
}

async function judgeAnswer(rows: readonly PlanRow[], answer: Answer, parts: SettleParts): Promise<BatchResult> {
	const {insertedKeys, rejectedKeys, updatedKeys} = answer;
	const whole = insertedKeys >= 0 && updatedKeys >= 0 && rejectedKeys === 0;
	const addsUp = whole && insertedKeys + updatedKeys === rows.length;
	const counted = {accepted: rows.length, inserted: insertedKeys, updated: updatedKeys, bad: []};
	const result = addsUp && !parts.verify ? counted : await readBack(rows, parts.readKeys, addsUp ? counted : undefined);
	parts.tally.taken += result.accepted;
	return result;
}

/** Too large, or a row that the service takes for a mistake in the request: the smaller the piece, the fewer are held up. */
async function sendHalves(rows: readonly PlanRow[], parts: SettleParts, refusal: CliError): Promise<BatchResult> {
	if (rows.length === 1) {
		if (++parts.tally.refused >= mostRefusals && parts.tally.taken === 0) throw refusal;
		return {...nothing, bad: rows.map(row => bad(row, 'rejected', refusal.message))};
	}
	const middle = rows.length >> 1;
	const first = await settleRows(rows.slice(0, middle), parts);
	const second = await settleRows(rows.slice(middle), parts);
	return join(first, second);
}

const bad = ({line, update}: PlanRow, verdict: BadRow['verdict'], reason: string): BadRow => ({
	line,
	verdict,
	reason,
	update,
});

/** The truth per row: what the registry holds now, against what was asked. `counted` is the service's own word, if it adds up. */
async function readBack(
	rows: readonly PlanRow[],
	readKeys: ReadKeys,
	counted: BatchResult | undefined,
): Promise<BatchResult> {
	let records: Awaited<ReturnType<ReadKeys>>;
	try {
		records = await readKeys(rows.map(row => row.update.licenseKey));
	} catch (error) {
		// Without permission to list, the counts are all there is.
		if (!isRefusal(error)) throw error;
		const reason = `some keys of its batch were rejected, and they cannot be read back: ${error.message}`;
		return counted ?? {...nothing, bad: rows.map(row => bad(row, 'unknown', reason))};
	}
	const judged = rows.map(row => judgeRow(row.update, row.before, records.get(row.update.licenseKey)));
	const wrong = rows.flatMap((row, index) => {
		const found = judged[index];
		return found === undefined || found.verdict === 'accepted' ? [] : [bad(row, found.verdict, found.reason)];
	});
	if (wrong.length === 0 && counted) return counted;
	return {...countByPlan(rows.filter((_, index) => judged[index]?.verdict === 'accepted')), bad: wrong};
}
