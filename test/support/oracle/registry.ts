/** listKeys and propertyValues as the specification words them, by plain loops over exported rows. */

// biome-ignore lint/suspicious/noExplicitAny: wire JSON of many shapes, read as the text of the law reads it
type Wire = any;
export type Row = Readonly<Record<string, string | number | boolean | null>>;

const iso = (milliseconds: number) => new Date(milliseconds).toISOString();
const dayText = (day: unknown) => (day === null ? null : iso(Number(day) * 86_400_000).slice(0, 10));
const momentText = (second: unknown) => (second === null ? null : iso(Number(second) * 1000).slice(0, 19));

/** A record of the registry; `users` are the accounts that exist, by user name. */
export function keyRecord(row: Row, installCount: number, users: ReadonlyMap<unknown, object>) {
	const {activated, blacklisted, expired, whitelisted} = row;
	return {
		licenseKey: String(row.licenseKey),
		licenseType: String(row.licenseType),
		licenseStatus: {activated, blacklisted, expired, whitelisted} as Readonly<Record<string, unknown>>,
		expiryDate: dayText(row.expiryDate),
		installQuota: Number(row.installQuota),
		installCount,
		overQuotaCount: installCount - Number(row.installQuota),
		addedDate: String(momentText(row.addedDate)),
		autoCollected: row.autoCollected === true,
		lastEditedDate: momentText(row.lastEditedDate),
		lastEditedBy: row.lastEditedBy === null ? null : (users.get(row.lastEditedBy) ?? {}),
		notes: String(row.notes),
	};
}
type Key = ReturnType<typeof keyRecord>;

const inRange = (value: string | number, {min, max}: Wire) =>
	(min === undefined || value >= min) && (max === undefined || value <= max);
const dayMatches = (filter: Wire, text: string | null) =>
	text !== null && (filter.type === 'date' ? text.slice(0, 10) === filter.value : inRange(text.slice(0, 10), filter));
const textMatches = ({type, value}: Wire, text: string) =>
	type === 'string'
		? text === value
		: type === 'stringArray'
			? value.includes(text)
			: new RegExp(value, 'u').test(text);

/** "Any number of members; all given members apply together." */
const matchers: Readonly<Record<string, (filter: Wire, key: Key) => boolean>> = {
	licenseKey: (filter, {licenseKey}) => textMatches(filter, licenseKey),
	addedDate: (filter, {addedDate}) => dayMatches(filter, addedDate),
	expiryDate: (filter, {expiryDate}) => dayMatches(filter, expiryDate),
	autoCollected: (filter, {autoCollected}) => autoCollected === filter,
	overQuotaCount: (filter, {overQuotaCount}) =>
		filter.type === 'number' ? overQuotaCount === filter.value : inRange(overQuotaCount, filter),
	licenseType: (filter, {licenseType}) => textMatches(filter, licenseType),
	licenseStatus: (filter, {licenseStatus}) =>
		filter.some((wanted: object) => Object.entries(wanted).every(([flag, on]) => licenseStatus[flag] === on)),
};

/** A page of keys; `keys` come in the order of the registry, which ties keep (an option of the sandbox). */
export function listKeys({filters = {}, sorting = {}, paging = {}}: Wire, keys: readonly Key[]) {
	const found = keys.filter(key =>
		Object.entries(filters).every(([name, filter]) => (matchers[name] as (typeof matchers)[string])(filter, key)),
	);
	const field = (sorting.field ?? 'addedDate') as 'addedDate' | 'overQuotaCount';
	const sign = sorting.order === 'descending' ? -1 : 1;
	const sorted = [...found].sort((a, b) => (a[field] < b[field] ? -sign : a[field] > b[field] ? sign : 0));
	const {startAt = 0, limit = 100} = paging;
	const results = sorted.slice(startAt, startAt + limit);
	return {returnedKeysCount: results.length, matchingKeysCount: found.length, results};
}

const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** A page of values: each once, in rising order, numbers as numbers. */
export function listValues(
	{filter, startAfter}: Wire,
	values: Iterable<string | number | boolean | null>,
	page: number,
): {readonly values: readonly string[]; readonly truncated: boolean} {
	const known = [...new Set(values)].filter(value => value !== null && value !== '');
	const numeric = known.every(value => typeof value === 'number');
	const compare = (a: string, b: string) => (numeric ? Number(a) - Number(b) : byBytes(a, b));
	const listed = known
		.map(String)
		.filter(value => filter === undefined || textMatches(filter, value))
		.filter(value => startAfter === undefined || compare(value, startAfter) > 0)
		.sort(compare);
	return {values: listed.slice(0, page), truncated: listed.length > page};
}
