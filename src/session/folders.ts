import {isAbsolute, join} from 'node:path';

export type Folders = {
	/** Holds settings and sessions. */
	readonly configDir: string;
	/** Holds journals, caches, locks and the sandbox's data. */
	readonly stateDir: string;
};

type Env = Readonly<Record<string, string | undefined>>;

/** Relative paths in these variables must be ignored (XDG Base Directory Specification). */
const absolute = (path: string | undefined) => (path !== undefined && isAbsolute(path) ? path : undefined);

/** Returns the folders of the program's files: `USAGECTL_CONFIG_DIR`, else those of the system's convention. */
export function getFolders({
	env,
	platform,
	home,
}: {
	readonly env: Env;
	readonly platform: string;
	readonly home: string;
}): Folders {
	// The local, not the roaming, folder of a Windows profile: sessions stay on this machine, readable only by the user.
	const local = () => join(env.LOCALAPPDATA || join(home, 'AppData/Local'), 'usagectl');
	const own = env.USAGECTL_CONFIG_DIR || (platform === 'win32' ? local() : undefined);
	if (own) return {configDir: own, stateDir: join(own, 'state')};
	const config = absolute(env.XDG_CONFIG_HOME) ?? join(home, '.config');
	const state = absolute(env.XDG_STATE_HOME) ?? join(home, '.local/state');
	return {configDir: join(config, 'usagectl'), stateDir: join(state, 'usagectl')};
}
