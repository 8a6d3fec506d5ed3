import type {z} from 'zod';
import {type KeyRecord, type KeyUpdate, licenseKeys} from '../../../src/contract/operations/license-keys.ts';
import {meta} from '../../../src/contract/operations/meta.ts';
import {CliError} from '../../../src/errors.ts';
import type {HttpResponse, Transport} from '../../../src/ports.ts';

/** What befalls one exchange. `before`: the service never saw it; `after`: it did its work, and the answer is lost. */
export type Fault =
	| 'refused-before'
	| 'reset-before'
	| 'busy-before'
	| 'unavailable-before'
	| 'gateway-before'
	| 'session-before'
	| 'reset-after'
	| 'timeout-after'
	| 'cut-after'
	| 'empty-after'
	| 'error-after'
	| 'html-error-after'
	| 'unavailable-after'
	| 'gateway-timeout-after'
	| 'half-after';
export const faults: readonly Fault[] = [
	'refused-before',
	'reset-before',
	'busy-before',
	'unavailable-before',
	'gateway-before',
	'session-before',
	'reset-after',
	'timeout-after',
	'cut-after',
	'empty-after',
	'error-after',
	'html-error-after',
	'unavailable-after',
	'gateway-timeout-after',
	'half-after',
];

type Exchange = {
	readonly path: string;
	readonly body: Readonly<Record<string, unknown>>;
	readonly fault: Fault | undefined;
	/** What became of it: turned away before anything was done, done with the answer lost, or answered. */
	end: 'turned away' | 'lost' | 'answered';
};

export type FakeServiceOptions = {
	readonly records?: readonly KeyRecord[];
	/** The license types that installations have; the service does not list them if undefined. */
	readonly types?: readonly string[];
	/** Asked for each exchange on the registry, numbered from 0. */
	readonly fault?: (exchange: number, path: string) => Fault | undefined;
	/** Counted as rejected, and nothing is done. */
	readonly rejects?: (update: KeyUpdate) => boolean;
	/** What the service makes of a value. */
	readonly alters?: (update: KeyUpdate) => KeyUpdate;
	/** The whole request is refused for one such key. */
	readonly refuses?: (update: KeyUpdate) => boolean;
	/** Most bytes of a request; 413 above. */
	readonly mostBytes?: number;
	/** Counts that are made up. */
	readonly counts?: (counts: Counts) => Counts;
	/** Called when an exchange begins, before anything is done. */
	readonly onExchange?: (exchange: number, path: string) => void | Promise<void>;
	/** Called when its work is done, before anything of the answer is sent. */
	readonly onAnswer?: (exchange: number, path: string) => void | Promise<void>;
};
type Counts = {readonly insertedKeys: number; readonly rejectedKeys: number; readonly updatedKeys: number};

export const emptyRecord = (licenseKey: string, at = '2026-06-30T12:00:00'): KeyRecord => ({
	licenseKey,
	licenseType: 'unknown',
	licenseStatus: {activated: false, blacklisted: false, expired: false, whitelisted: false},
	expiryDate: null,
	installQuota: 1,
	installCount: 0,
	overQuotaCount: -1,
	addedDate: at,
	autoCollected: false,
	lastEditedDate: at,
	lastEditedBy: {name: 'Ada', surname: 'Lovelace', email: 'ada@example.test'},
	notes: '',
});

/** A record after updateKeys (docs/service.md#update-keys). */
export function applyUpdate(record: KeyRecord, {licenseKey: _, licenseStatus, ...fields}: KeyUpdate): KeyRecord {
	const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
	const flags = Object.fromEntries(Object.entries(licenseStatus ?? {}).filter(([, value]) => value !== undefined));
	const next = {...record, ...given, licenseStatus: {...record.licenseStatus, ...flags}};
	return {...next, overQuotaCount: next.installCount - next.installQuota};
}

const respond = (status: number, body: string, headers: Record<string, string> = {}): HttpResponse => ({
	status,
	headers: {'content-type': 'application/json', ...headers},
	body: Object.assign(
		(async function* () {
			yield Buffer.from(body);
		})(),
		{destroy: () => {}},
	),
});
const network = (code: string) => new CliError('network', `the connection failed: ${code}`, {hint: 'later', code});

type DateFilter = NonNullable<z.infer<typeof licenseKeys.list.request>['filters']>['expiryDate'];

function isInRange(day: string | null, filter: DateFilter): boolean {
	if (filter === undefined) return true;
	const {min = '', max = '9999'} = filter.type === 'date' ? {min: filter.value, max: filter.value} : filter;
	return day !== null && day >= min && day <= max;
}

/**
 * A key registry in memory behind a transport: as the specification says, with faults on order. It checks every request by
 * the contract's own schema, so what the tool could not send to the service it cannot send here.
 */
export function createFakeService(options: FakeServiceOptions = {}) {
	const keys = new Map((options.records ?? []).map(record => [record.licenseKey, record]));
	const log: Exchange[] = [];
	let clock = Date.parse('2026-07-01T00:00:00Z');
	const sessions = new Set<string>();
	let exchanges = 0;

	const update = (items: readonly KeyUpdate[]): Counts => {
		const counts = {insertedKeys: 0, rejectedKeys: 0, updatedKeys: 0};
		clock += 1000;
		const at = new Date(clock).toISOString().slice(0, 19);
		for (const item of items) {
			if (options.rejects?.(item)) {
				counts.rejectedKeys++;
				continue;
			}
			const found = keys.get(item.licenseKey);
			counts[found ? 'updatedKeys' : 'insertedKeys']++;
			const base = found ?? emptyRecord(item.licenseKey, at);
			keys.set(item.licenseKey, {...applyUpdate(base, options.alters?.(item) ?? item), lastEditedDate: at});
		}
		return options.counts?.(counts) ?? counts;
	};
	const list = (input: unknown) => {
		const {filters = {}, paging = {}} = licenseKeys.list.request.parse(input);
		const {licenseKey} = filters;
		const wanted = licenseKey?.type === 'stringArray' ? new Set(licenseKey.value) : undefined;
		const named = wanted ? [...wanted].flatMap(key => keys.get(key) ?? []) : [...keys.values()];
		const pattern = licenseKey?.type === 'regex' ? new RegExp(licenseKey.value, 'u') : undefined;
		const matching = named.filter(
			record =>
				(filters.licenseType === undefined || filters.licenseType.value === record.licenseType) &&
				(pattern?.test(record.licenseKey) ?? true) &&
				isInRange(record.expiryDate, filters.expiryDate),
		);
		const {startAt = 0, limit = 100} = paging;
		const results = matching.slice(startAt, startAt + limit);
		return {returnedKeysCount: results.length, matchingKeysCount: matching.length, results};
	};

	const answer = (path: string, body: Record<string, unknown>, fault: Fault | undefined): HttpResponse => {
		const {user: _user, sessionId: _session, productId: _product, ...input} = body;
		if (path === licenseKeys.list.path) return respond(200, JSON.stringify({status: 'OK', ...list(input)}));
		const {keyUpdates} = licenseKeys.update.request.parse(input);
		if (keyUpdates.some(item => options.refuses?.(item))) {
			return respond(400, JSON.stringify({status: 'SYNTAX ERROR', reason: 'keyUpdates: not valid'}));
		}
		const done = fault === 'half-after' ? keyUpdates.slice(0, keyUpdates.length >> 1) : keyUpdates;
		return respond(200, JSON.stringify({status: 'OK', ...update(done)}));
	};

	const befores: Readonly<Record<string, () => HttpResponse>> = {
		'refused-before': () => {
			throw network('refused');
		},
		'reset-before': () => {
			throw network('reset');
		},
		'busy-before': () => respond(429, JSON.stringify({status: 'SYNTAX ERROR', reason: 'busy'})),
		'unavailable-before': () => respond(503, '', {'retry-after': '1'}),
		'gateway-before': () => respond(502, '<html>bad gateway</html>'),
		'session-before': () => {
			sessions.clear();
			return respond(403, JSON.stringify({status: 'AUTH ERROR', reason: 'session expired'}));
		},
	};
	const afters: Readonly<Record<string, (answered: HttpResponse) => HttpResponse>> = {
		'reset-after': () => {
			throw network('reset');
		},
		'timeout-after': () => {
			throw network('timeout');
		},
		'cut-after': () => respond(200, '{"status":"OK","insertedK'),
		'empty-after': () => respond(200, ''),
		'error-after': () => respond(500, JSON.stringify({status: 'SYNTAX ERROR', reason: 'internal error'})),
		'html-error-after': () => respond(502, '<html>bad gateway</html>'),
		// Without Retry-After nobody says that nothing was done.
		'unavailable-after': () => respond(503, ''),
		'gateway-timeout-after': () => respond(504, ''),
		'half-after': () => {
			throw network('reset');
		},
	};

	const transport: Transport = async request => {
		const path = request.url.pathname;
		const body = JSON.parse(request.body ?? '{}') as Record<string, unknown>;
		if (path === '/auth/login') {
			const sessionId = `session-${sessions.size}-${exchanges}`;
			sessions.add(sessionId);
			return respond(200, JSON.stringify({status: 'OK', sessionId}));
		}
		if (path === meta.propertyValues.path) {
			if (!options.types) return respond(400, JSON.stringify({status: 'SYNTAX ERROR', reason: 'no such property'}));
			return respond(200, JSON.stringify({status: 'OK', results: options.types.map(value => ({value}))}));
		}
		const number = exchanges++;
		await options.onExchange?.(number, path);
		const fault = options.fault?.(number, path);
		const exchange: Exchange = {path, body, fault, end: 'turned away'};
		log.push(exchange);
		if (!sessions.has(String(body.sessionId))) {
			return respond(403, JSON.stringify({status: 'AUTH ERROR', reason: 'no such session'}));
		}
		if ((request.body ?? '').length > (options.mostBytes ?? Number.POSITIVE_INFINITY)) return respond(413, '');
		const before = befores[fault ?? ''];
		if (before) return before();
		const answered = answer(path, body, fault);
		await options.onAnswer?.(number, path);
		exchange.end = afters[fault ?? ''] === undefined ? 'answered' : 'lost';
		return afters[fault ?? '']?.(answered) ?? answered;
	};
	return {transport, keys, log};
}
