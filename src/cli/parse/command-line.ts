import {validateOwnFolder} from '../../files/foreign-files.ts';
import {getFormatOf} from '../../output/formats.ts';
import type {Ports} from '../../ports.ts';
import {getFolders} from '../../session/folders.ts';
import {isSettingName, type SettingName} from '../../session/setting-table.ts';
import {resolveSettings, type Setting, type Settings} from '../../session/settings.ts';
import {createSettingsStore, type SettingsStore} from '../../session/settings-store.ts';
import {getSandboxDay} from '../context/open-sandbox.ts';
import type {Command} from '../definition/command.ts';
import type {Flag, Flags, Options} from '../definition/flag.ts';
import {longName} from '../definition/flag-names.ts';
import {type Globals, globalFlags, profileFlags} from '../definition/globals.ts';
import {type Parsed, parseWords, readFlags, type Texts, validateParsed, withoutFaults} from './parse-words.ts';

/** A command line that was read. Settings stand in for flags that were not typed. */
export type CommandLine<F extends Flags = Flags> = {
	readonly options: Options<F>;
	readonly args: readonly string[];
	readonly globals: Globals;
	/** What `today` means where the clock of this machine does not say it. */
	readonly today: string | undefined;
	readonly settings: Settings;
	readonly settingsStore: SettingsStore;
};

/** The setting that a flag overrides. */
function getSettingName(flag: Flag): SettingName | undefined {
	const name = longName(flag).slice(2);
	return isSettingName(name) ? name : undefined;
}

/** The texts typed for each flag, by its name: `lost-after`. */
function getTypedTexts(flags: Flags, texts: Texts): Readonly<Record<string, readonly string[]>> {
	const typed = Object.entries(flags).map(([name, flag]) => [longName(flag).slice(2), texts[name] ?? []] as const);
	return Object.fromEntries(typed.filter(([, values]) => values.length > 0));
}

/** The values of flags that have settings. A wrong value is reported with the place where it is set. */
function readWithSettings<F extends Flags>(
	flags: F,
	texts: Texts,
	{values, command}: {readonly values: Settings['values']; readonly command: string},
): Options<F> {
	const found = Object.entries(flags).flatMap(([name, flag]): (readonly [string, Setting])[] => {
		const setting = getSettingName(flag);
		const value = setting && values[setting];
		return value ? [[name, value]] : [];
	});
	const settingTexts = Object.fromEntries(found.map(([name, setting]) => [name, setting.texts]));
	const where = Object.fromEntries(found.map(([name, setting]) => [name, setting.where]));
	return readFlags(flags, {...texts, ...settingTexts}, {command, where});
}

/** The global flags; the format that the name of `--out` asks for comes after a typed `-o`, and before a setting. */
function readGlobals(texts: Texts, settings: Settings, command: string): Globals {
	const {values, sandbox, profile} = settings;
	// A mistake in a global flag is explained by the help of the whole program.
	const {product, profile: _profile, ...globals} = readWithSettings(globalFlags, texts, {values, command: ''});
	const profileOptions = readWithSettings(profileFlags, {}, {values, command});
	const named = (texts.output ?? []).length > 0 || globals.out === undefined ? undefined : getFormatOf(globals.out);
	const output = named ?? globals.output;
	return {...globals, ...profileOptions, output, sandbox, profile, products: [...new Set(product)]};
}

/** In the sandbox `today` is the day of its data, unless `--today` says otherwise. */
const findToday = async ({sandbox, today}: Globals, stateDir: string): Promise<string | undefined> =>
	today ?? (sandbox ? getSandboxDay(stateDir) : undefined);

type Named = Pick<Command, 'flags' | 'args'> & {readonly path: string};

/** Reads the words after a command, without a look at any file. What is wrong is told, and left out of the rest. */
export function parseCommandLine(words: readonly string[], {path, flags, args = []}: Named): Parsed {
	const tables = [
		{flags, command: path},
		{flags: globalFlags, command: ''},
	];
	return withoutFaults(tables, parseWords(words, {flags: {...globalFlags, ...flags}, args, command: path}));
}

/** Adds the settings below the flags that were typed. Throws CliError of kind usage. */
export async function resolveCommandLine<F extends Flags>(
	{texts, args}: Pick<Parsed, 'texts' | 'args'>,
	{path, flags}: {readonly path: string; readonly flags: F},
	ports: Ports,
): Promise<CommandLine<F>> {
	const options = readFlags(flags, texts, {command: path});
	const folders = getFolders(ports);
	for (const folder of [folders.configDir, folders.stateDir]) await validateOwnFolder(folder);
	const settingsStore = createSettingsStore({...folders, clock: ports.clock});
	const typed = getTypedTexts({...globalFlags, ...flags}, texts);
	const settings = resolveSettings({flags: typed, env: ports.env, stored: await settingsStore.read()});
	const globals = readGlobals(texts, settings, path);
	return {options, args, globals, today: await findToday(globals, folders.stateDir), settings, settingsStore};
}

/** Both; throws a CliError of kind usage for the mistakes that the words have. */
export async function readCommandLine(words: readonly string[], named: Named, ports: Ports): Promise<CommandLine> {
	const parsed = parseCommandLine(words, named);
	validateParsed(parsed, named.path);
	return resolveCommandLine(parsed, named, ports);
}
