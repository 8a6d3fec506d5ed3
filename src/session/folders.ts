import {isAbsolute, join} from 'node:path';

export type Folders = {
	readonly configDir: string;
	readonly stateDir: string;
};

type System = {
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly platform: string;
	readonly home: string;
};

/** Relative paths in these variables must be ignored (XDG Base Directory Specification). */
const ignoreRelativePath = (path: string | undefined) => (path !== undefined && isAbsolute(path) ? path : undefined);

/** Returns the folder of the program's files if it depends on HOME, which is not set, as under some service managers. */
export function findAssumedFolder(system: System): string | undefined {
	const {env, platform, home} = system;
	if (env.HOME !== undefined || platform === 'win32') return undefined;
	return Object.values(getFolders(system)).find(folder => folder.startsWith(join(home, '.')));
}

/** Returns the folders of the program's files: `USAGECTL_CONFIG_DIR`, else those of the system's convention. */
export function getFolders({env, platform, home}: System): Folders {
	// The local, not the roaming, folder of a Windows profile: sessions stay on this machine, readable only by the user.
	const local = () => join(env.LOCALAPPDATA || join(home, 'AppData/Local'), 'usagectl');
	const chosenFolder = env.USAGECTL_CONFIG_DIR || (platform === 'win32' ? local() : undefined);
	if (chosenFolder) return {configDir: chosenFolder, stateDir: join(chosenFolder, 'state')};
	const config = ignoreRelativePath(env.XDG_CONFIG_HOME) ?? join(home, '.config');
	const state = ignoreRelativePath(env.XDG_STATE_HOME) ?? join(home, '.local/state');
	return {configDir: join(config, 'usagectl'), stateDir: join(state, 'usagectl')};
}
