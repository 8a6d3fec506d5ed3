import {exampleAddresses} from '../../archive/cluster/engine-address.ts';
import {logKinds} from '../../archive/log-kinds.ts';
import {newerNames} from '../../contract/newer-names.ts';
import {type Flags, type Options, optional, repeated} from './flag.ts';
import {flagGroups} from './flag-groups.ts';
import {choice, engineAddress, integer, listOf, text} from './flag-values.ts';

export const globalFlags = {
	...flagGroups.service.flags,
	...flagGroups.every.flags,
	...flagGroups.rows.flags,
	...flagGroups.charts.flags,
	...flagGroups.page.flags,
	...flagGroups.request.flags,
	...flagGroups.dates.flags,
	...flagGroups.expressions.flags,
	...flagGroups.safety.flags,
	...flagGroups.connection.flags,
	...flagGroups.password.flags,
};

type FlagGroup = keyof typeof flagGroups;
type GlobalName = keyof typeof globalFlags;

/** The global flags that a command takes: groups, and single flags of other groups. The group `every` is always included. */
export type Takes = readonly (FlagGroup | GlobalName)[];

const namesIn = (group: FlagGroup) => Object.keys(flagGroups[group].flags) as GlobalName[];
const isGroup = (name: string): name is FlagGroup => Object.hasOwn(flagGroups, name);

/** The groups of a command that sends requests. */
export const requestGroups = ['service', 'connection', 'password', 'request'] as const satisfies Takes;

/** Those that a profile stores, besides flags of every command. */
export const storedFlags = [
	'product',
	'baseUrl',
	'cookies',
	'passwordFile',
	'passwordCommand',
	'insecureHttp',
	'timeout',
	'retries',
	'maxAnswer',
	'tz',
] as const satisfies Takes;

/** Returns the global flags of a declaration, in the order of the help. */
export function getTakenFlags(takes: Takes): Flags {
	const taken = new Set(['every' as const, ...takes].flatMap(name => (isGroup(name) ? namesIn(name) : [name])));
	return Object.fromEntries(Object.entries(globalFlags).filter(([name]) => taken.has(name as GlobalName)));
}

export const userFlag = optional({flags: '--user <name>', summary: 'User name to sign in with', parse: text});

export const profileFlags = {
	names: optional({
		flags: '--names <list>',
		summary:
			'Newer API names to send: blocked (blocked and allowed instead of blacklisted and whitelisted), reachOutDeliveries (instead of outreachDeliveries), lifetime (the newer paths of `report churn events` and `report churn event`)',
		parse: listOf(choice(newerNames)),
	}),
	engine: optional({
		flags: '--engine <url>',
		summary: `Query this engine instead of files: ${exampleAddresses}; trinos:// and clickhouses:// use TLS`,
		heading: 'Query engine',
		parse: engineAddress,
	}),
	notifyFile: optional({
		flags: '--notify-file <path>',
		summary: 'File with the addresses of notification targets, one NAME=ADDRESS per line',
		parse: text,
		complete: 'file',
	}),
	archive: repeated({
		flags: '--archive <dir>',
		summary: `Archive folder of crashes and events (default: ${logKinds.exceptions.folder} and ${logKinds.events.folder}); repeatable`,
		parse: text,
		complete: 'directory',
	}),
	lostAfter: optional({
		flags: '--lost-after <days>',
		summary: 'Days of inactivity before an installation counts as lost',
		parse: integer({min: 1}),
	}),
} satisfies Flags;

/** Values come from the command line, else the environment, the profile, the config file or the default. */
export type Globals = Omit<Options<typeof globalFlags>, 'product' | 'profile'> &
	Options<typeof profileFlags> & {
		readonly products: readonly number[];
		readonly profile: string;
	};
