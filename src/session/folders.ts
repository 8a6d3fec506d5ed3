import {isAbsolute, join} from 'node:path';

export type Folders = {
	readonly configDir: string;
	readonly stateDir: string;
};

type System = {
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly platform: string;
	/** Returns the home in the user database. Throws CliError (usage) if there is none. */
	readonly home: () => string;
};

/** Relative paths in these variables must be ignored (XDG Base Directory Specification). */
const ignoreRelativePath = (path: string | undefined) => (path !== undefined && isAbsolute(path) ? path : undefined);

export const describeHome = (env: System['env']): string => `HOME is not ${env.HOME ? 'an absolute path' : 'set'}`;

/** A HOME that is empty, relative or `~` would put the session into the current folder. */
const getHome = ({env, home}: System) => ignoreRelativePath(env.HOME) ?? home();

/** Returns the folder of the program's files if it depends on HOME, which names none, as under some service managers. */
export function findAssumedFolder(system: System): string | undefined {
	const {env, platform} = system;
	const isChosen = env.USAGECTL_CONFIG_DIR || [env.XDG_CONFIG_HOME, env.XDG_STATE_HOME].every(ignoreRelativePath);
	if (isChosen || ignoreRelativePath(env.HOME) || platform === 'win32') return undefined;
	return Object.values(getFolders(system)).find(folder => folder.startsWith(join(getHome(system), '.')));
}

/** Returns the folder of caches, as bin/compile-cache.js chooses it, or undefined if there is none. */
export function getCacheFolder({env, platform}: Omit<System, 'home'>): string | undefined {
	const inHome = env.HOME && join(env.HOME, '.cache');
	const caches = ignoreRelativePath(platform === 'win32' ? env.LOCALAPPDATA : env.XDG_CACHE_HOME || inHome);
	return caches && join(caches, 'usagectl');
}

/** Returns the folders of the program's files: `USAGECTL_CONFIG_DIR`, else those of the system's convention. */
export function getFolders(system: System): Folders {
	const {env, platform} = system;
	const inHome = (path: string) => join(getHome(system), path);
	// The local, not the roaming, folder of a Windows profile: sessions stay on this machine, readable only by the user.
	const local = () => join(env.LOCALAPPDATA || inHome('AppData/Local'), 'usagectl');
	const chosenFolder =
		env.USAGECTL_CONFIG_DIR?.replace(/^~(?=$|[/\\])/, () => inHome('')) || (platform === 'win32' ? local() : undefined);
	if (chosenFolder) return {configDir: chosenFolder, stateDir: join(chosenFolder, 'state')};
	const config = ignoreRelativePath(env.XDG_CONFIG_HOME) ?? inHome('.config');
	const state = ignoreRelativePath(env.XDG_STATE_HOME) ?? inHome('.local/state');
	return {configDir: join(config, 'usagectl'), stateDir: join(state, 'usagectl')};
}
