/**
 * What later servers call some members and operations (docs/service.md#flag-names, docs/service.md#later-events). The program
 * has one name for each, that of the contract; the setting `names` says which of the later ones a service wants.
 */

type Renaming = {
	/** Members of requests, wherever they stand. */
	readonly members?: Readonly<Record<string, string>>;
	/** Paths of operations. */
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

export type LaterName = keyof typeof renamings;
export const laterNames = Object.keys(renamings) as readonly LaterName[];

const rows = (names: readonly LaterName[]): readonly Renaming[] => names.map(name => renamings[name]);

/** The later name of each member. */
export const laterMembers = (names: readonly LaterName[]): ReadonlyMap<string, string> =>
	new Map(rows(names).flatMap(({members = {}}) => Object.entries(members)));

const firstMembers = new Map([...laterMembers(laterNames)].map(([first, later]) => [later, first]));

/** The name that the contract has for a member of this name. */
export const firstName = (name: string): string => firstMembers.get(name) ?? name;

/** The same JSON with other names of members, at every depth. A name that is taken already stays. */
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

/** A request with the names that the service wants. */
export function withLaterNames(input: object, names: readonly LaterName[]): object {
	const members = laterMembers(names);
	return members.size === 0 ? input : (renameMembers(input, name => members.get(name) ?? name) as object);
}

/** The path that the service has for an operation. */
export const laterPath = (path: `/${string}`, names: readonly LaterName[]): `/${string}` =>
	rows(names).flatMap(({paths = {}}) => paths[path] ?? [])[0] ?? path;
