/**
 * Newer names of some members and operations (docs/service.md#flag-names, docs/service.md#newer-events). The program uses the
 * contract's names everywhere; the setting `names` lists the newer ones that a service requires.
 */

type Renaming = {
	/** At any depth of a request. */
	readonly members?: Readonly<Record<string, string>>;
	readonly paths?: Readonly<Record<string, `/${string}`>>;
};

const renamings = {
	blocked: {members: {blacklisted: 'blocked', whitelisted: 'allowed'}},
	reachOutDeliveries: {members: {outreachDeliveries: 'reachOutDeliveries'}},
	lifetime: {
		paths: {
			'/reporting/eventTracking/churn/dataTable': '/reporting/eventTracking/churn/lifetime/dataTable',
			'/reporting/eventTracking/churn/histogram': '/reporting/eventTracking/churn/lifetime/histogram',
		},
	},
} as const satisfies Readonly<Record<string, Renaming>>;

export type NewerName = keyof typeof renamings;
export const newerNames = Object.keys(renamings) as readonly NewerName[];

const rows = (names: readonly NewerName[]): readonly Renaming[] => names.map(name => renamings[name]);

export const newerMembers = (names: readonly NewerName[]): ReadonlyMap<string, string> =>
	new Map(rows(names).flatMap(({members = {}}) => Object.entries(members)));

const contractMembers = new Map([...newerMembers(newerNames)].map(([name, newerName]) => [newerName, name]));

export const contractName = (name: string): string => contractMembers.get(name) ?? name;

/** Renames members at every depth. A member stays if its new name is already taken. */
export function renameMembers(value: unknown, rename: (name: string) => string): unknown {
	if (Array.isArray(value)) return value.map(item => renameMembers(item, rename));
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, item]) => {
			const other = rename(name);
			return [Object.hasOwn(value, other) ? name : other, renameMembers(item, rename)];
		}),
	);
}

export function withNewerNames(input: object, names: readonly NewerName[]): object {
	const members = newerMembers(names);
	return members.size === 0 ? input : (renameMembers(input, name => members.get(name) ?? name) as object);
}

export const newerPath = (path: `/${string}`, names: readonly NewerName[]): `/${string}` =>
	rows(names).flatMap(({paths = {}}) => paths[path] ?? [])[0] ?? path;
