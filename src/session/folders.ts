import {isAbsolute, join} from 'node:path';

export type Folders = {
	/** Settings and session. */
	readonly configDir: string;
	/** Journals, caches, locks and the sandbox's data. */
	readonly stateDir: string;
};

type Env = Readonly<Record<string, string | undefined>>;

/** A relative path in these variables must be ignored (XDG Base Directory Specification). */
const absolute = (path: string | undefined) => (path !== undefined && isAbsolute(path) ? path : undefined);

/** The folders of the program's files: `USAGECTL_CONFIG_DIR` for everything, else by the system's convention. */
export function getFolders({
	env,
	platform,
	home,
}: {
	readonly env: Env;
	readonly platform: string;
	readonly home: string;
}): Folders {
	// A folder of a Windows profile that does not roam: sessions stay on the machine, readable by its user alone.
	const local = () => join(env.LOCALAPPDATA || join(home, 'AppData/Local'), 'usagectl');
	const own = env.USAGECTL_CONFIG_DIR || (platform === 'win32' ? local() : undefined);
	if (own) return {configDir: own, stateDir: join(own, 'state')};
	const config = absolute(env.XDG_CONFIG_HOME) ?? join(home, '.config');
	const state = absolute(env.XDG_STATE_HOME) ?? join(home, '.local/state');
	return {configDir: join(config, 'usagectl'), stateDir: join(state, 'usagectl')};
}
