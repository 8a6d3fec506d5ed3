import type {GlobalFilters} from '../../contract/filter-schemas.ts';
import type {ClientStatus} from '../../contract/request-words.ts';
import {CliError} from '../../errors.ts';
import {createCacheFile, getServiceName} from '../../session/cache-file.ts';
import {counted, printCount} from '../../text/wording.ts';
import {UnknownLayout} from '../answer-layout.ts';
import {readCurrent} from '../installation-counts.ts';
import type {ReportPorts} from '../report-ports.ts';

/** A smaller share of the active installations changes no figure noticeably. */
const minShare = 0.005;

/** A report does not wait longer for this. */
const limitMs = 5000;

/**
 * Counts the installations that were told to back off since a day. The flag `historical` alone has no date. An installation was told
 * since that day if it is new since then, or active since then and told at its last contact. The two can overlap.
 */
async function askCount(start: string, signal: AbortSignal, context: ReportPorts): Promise<QuotaCount> {
	const {current} = await import('../../contract/operations/current-report.ts');
	const client = await context.connect();
	const ask = async (statuses: readonly ClientStatus[], globalFilters: GlobalFilters) => {
		const request = {startDate: start, clientStatus: [...statuses], globalFilters};
		const {results} = await client.call(current, request, {signal, isAuxiliary: true});
		const [counts = []] = readCurrent(results, {statuses, levels: [], isSplit: false, totals: false});
		return counts.map(Number);
	};
	const none = {toldToBackOff: 0, active: 0};
	const [added = 0, everTold = 0] = await ask(['new', 'active'], {backOff: [{historical: true}]});
	if (everTold === 0) return none;
	const [toldLast = 0] = await ask(['active'], {backOff: [{current: true}]});
	const toldToBackOff = Math.max(added, toldLast);
	if (toldToBackOff === 0) return none;
	const [active = 0] = await ask(['active'], {});
	return {toldToBackOff, active};
}

/** Returns null if the service rejects the request, as older servers may. */
async function findCount(start: string, signal: AbortSignal, context: ReportPorts): Promise<QuotaCount> {
	const service = context.sandbox ? (await context.sandbox()).dataName : getServiceName(context.globals);
	const key =
		service === undefined ? undefined : {service, product: await context.product(), start, day: context.today};
	const cache = createQuotaCounts(context);
	const stored = key && (await cache.find(key));
	if (stored !== undefined) return stored;
	const count = await askCount(start, signal, context).catch((error: unknown) => {
		const isRejected = error instanceof CliError && error.kind === 'refused';
		if (isRejected || error instanceof UnknownLayout) return null;
		throw error;
	});
	if (key) await cache.put(key, count);
	return count;
}

/** Returns a caveat if the share of installations that were told to back off is noticeable (docs/service.md#help-quota). */
export function getQuotaCaveats(count: QuotaCount, start: string): readonly string[] {
	if (!count || count.toldToBackOff === 0 || count.toldToBackOff < minShare * count.active) return [];
	const {toldToBackOff, active} = count;
	return [
		`the product was over its quota: at least ${printCount(toldToBackOff)} of the ${counted(active, 'installation')} active since ${start} were told to back off, and their activity of those days is missing, so new and active can be too low, and lost too high`,
	];
}

export type QuotaCheck = {
	/** Waits for the response. Returns nothing if there is none. */
	readonly finish: () => Promise<readonly string[]>;
	/** Resolves when nothing of the check is running any more. */
	readonly abort: () => Promise<void>;
};

/** Begins to ask whether activity since a day is missing, beside the report itself. */
export function startQuotaCheck(start: string, context: ReportPorts): QuotaCheck {
	const {raw, printRequest} = context.globals;
	if (raw || printRequest !== undefined) return {finish: async () => [], abort: async () => {}};
	const controller = new AbortController();
	const signal = AbortSignal.any([context.signal, controller.signal, AbortSignal.timeout(limitMs)]);
	// A check that fails does not fail the report.
	const counting = findCount(start, signal, context).catch(() => null);
	return {
		finish: async () => getQuotaCaveats(await counting, start),
		abort: async () => {
			controller.abort();
			await counting;
		},
	};
}

/** Counts of installations since a day. Null if the service cannot count them. */
export type QuotaCount = {
	/** Those that were certainly told to back off since that day. */
	readonly toldToBackOff: number;
	readonly active: number;
} | null;

type Key = {readonly service: string; readonly product: number; readonly start: string; readonly day: string};
type Entry = Key & {readonly count: QuotaCount};

/** Caches the counts, so that each range costs one call a day. */
type QuotaCounts = {
	readonly find: (key: Key) => Promise<QuotaCount | undefined>;
	readonly put: (key: Key, count: QuotaCount) => Promise<void>;
};

const maxEntries = 200;

const isEntry = (item: Partial<Entry> | null): item is Entry =>
	[item?.service, item?.start, item?.day].every(text => typeof text === 'string') &&
	typeof item?.product === 'number' &&
	(item.count === null || (Number.isFinite(item.count?.toldToBackOff) && Number.isFinite(item.count?.active)));

const isSame = (item: Key, {service, product, start, day}: Key) =>
	item.service === service && item.product === product && item.start === start && item.day === day;

function createQuotaCounts({stateDir}: {readonly stateDir: string | undefined}): QuotaCounts {
	const file = createCacheFile(stateDir, 'quota-counts.json', isEntry);
	return {
		find: async key => (await file.read()).find(item => isSame(item, key))?.count,
		put: async (key, count) => {
			const others = (await file.read()).filter(item => !isSame(item, key));
			await file.write([{...key, count}, ...others].slice(0, maxEntries));
		},
	};
}
