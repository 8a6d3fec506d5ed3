import {validateOwnFolder} from '../../files/trust/foreign-files.ts';
import type {Texts} from '../../lines/checked-line.ts';
import {getFormatOf, isFileFormat, isSpecial} from '../../output/formats.ts';
import type {Ports} from '../../ports.ts';
import {getFolders} from '../../session/folders.ts';
import {isSettingName, type SettingName} from '../../session/setting-table.ts';
import {resolveSettings, type Setting, type Settings} from '../../session/settings.ts';
import {createSettingsStore, type SettingsStore} from '../../session/settings-store.ts';
import type {Argument} from '../definition/command.ts';
import {type Flag, type Flags, longName, type Options} from '../definition/flag.ts';
import {type Globals, globalFlags, profileFlags} from '../definition/globals.ts';
import type {Grammar, Parsed} from './parse-words.ts';
import {resolveProductNames} from './product-names.ts';
import {readFlags} from './read-flags.ts';

/** Settings replace flags that were not typed. */
export type CommandLine = {
	/** The texts that were typed, or inherited from the line that runs this one. */
	readonly texts: Texts;
	readonly options: Options<Flags>;
	readonly args: readonly string[];
	readonly globals: Globals;
	readonly settings: Settings;
	readonly settingsStore: SettingsStore;
};

function getSettingName(flag: Flag): SettingName | undefined {
	const name = longName(flag).slice(2);
	return isSettingName(name) ? name : undefined;
}

function getTypedTexts(flags: Flags, texts: Texts): Readonly<Record<string, readonly string[]>> {
	const typed = Object.entries(flags).map(([name, flag]) => [longName(flag).slice(2), texts[name] ?? []] as const);
	return Object.fromEntries(typed.filter(([, values]) => values.length > 0));
}

/** Reads the flags, and fills in missing ones from the settings. An error in a setting names it. */
function readWithSettings<F extends Flags>(
	flags: F,
	texts: Texts,
	{values, path}: {readonly values: Settings['values']; readonly path: string},
): Options<F> {
	const found = Object.entries(flags).flatMap(([name, flag]): (readonly [string, Setting])[] => {
		const setting = getSettingName(flag);
		const value = setting && values[setting];
		return value ? [[name, value]] : [];
	});
	const settingTexts = Object.fromEntries(found.map(([name, setting]) => [name, setting.texts]));
	const where = Object.fromEntries(found.map(([name, setting]) => [name, {label: setting.where}]));
	return readFlags(flags, {...texts, ...settingTexts}, {path, where});
}

/** A default format that the command cannot write is not used. */
const canWrite = (format: Globals['output'], hasFile: boolean, {specialFormats = []}: Grammar) =>
	isSpecial(format) ? specialFormats.includes(format) : hasFile || !isFileFormat(format);

/** Reads the global flags. The extension of `--out` overrides the setting of the format, and a typed `-o` overrides both. */
function readGlobals(texts: Texts, settings: Settings, grammar: Grammar): Globals {
	const {values, sandbox, profile} = settings;
	// The help of the whole program explains a global flag.
	const {product, profile: _profile, ...globals} = readWithSettings(globalFlags, texts, {values, path: ''});
	const profileOptions = readWithSettings(profileFlags, {}, {values, path: grammar.path});
	const named = (texts.output ?? []).length > 0 || globals.out === undefined ? undefined : getFormatOf(globals.out);
	const isTyped = settings.values.output?.origin === 'flag';
	const output =
		named ?? (isTyped || canWrite(globals.output, globals.out !== undefined, grammar) ? globals.output : 'table');
	return {...globals, ...profileOptions, output, sandbox, profile, products: [...new Set(product.map(Number))]};
}

export async function resolveCommandLine(
	{texts, args}: Pick<Parsed, 'texts' | 'args'>,
	grammar: Grammar,
	ports: Ports,
): Promise<CommandLine> {
	const {path, flags} = grammar;
	const options = readFlags(flags, texts, {path});
	const folders = getFolders(ports);
	for (const folder of [folders.configDir, folders.stateDir]) await validateOwnFolder(folder);
	const settingsStore = createSettingsStore({...folders, clock: ports.clock});
	const typed = getTypedTexts({...globalFlags, ...flags}, texts);
	const named = resolveSettings({flags: typed, env: ports.env, stored: await settingsStore.read()});
	const settings = await resolveProductNames(named, folders.stateDir);
	return {texts, options, args, globals: readGlobals(texts, settings, grammar), settings, settingsStore};
}

/** Returns the arguments, or the folder that a command reads if none is given. */
export const addDefaultArguments = (args: readonly string[], declared: readonly Argument[]): readonly string[] =>
	args.length > 0 ? args : declared.flatMap(({default: folder}) => folder ?? []);
