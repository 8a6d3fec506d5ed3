import type {Flag, Flags, Options} from '../commands/flag.ts';
import {type Globals, globalFlags, profileFlags} from '../commands/globals.ts';
import {longName, readFlags, type Texts} from '../program/parse.ts';
import {isSettingName, type SettingName} from '../session/setting-table.ts';
import type {Setting, Settings} from '../session/settings.ts';

const settingName = (flag: Flag): SettingName | undefined => {
	const name = longName(flag).slice(2);
	return isSettingName(name) ? name : undefined;
};

/** What was typed, by the names that settings go by. */
export function getTypedSettings(flags: Flags, texts: Texts): Readonly<Record<string, readonly string[]>> {
	const typed = Object.entries(flags).map(([name, flag]) => [longName(flag).slice(2), texts[name] ?? []] as const);
	return Object.fromEntries(typed.filter(([, given]) => given.length > 0));
}

/** The flags with what settings say in place of what was not typed; a wrong one is told with the place where it stands. */
function readSettled<F extends Flags>(flags: F, texts: Texts, {settings, command}: Settling): Options<F> {
	const found: Record<string, Setting> = {};
	for (const [name, flag] of Object.entries(flags)) {
		const setting = settingName(flag);
		const value = setting && settings.values[setting];
		if (value) found[name] = value;
	}
	const settled = Object.entries(found).map(([name, {texts: own}]) => [name, own] as const);
	const where = Object.entries(found).map(([name, {where: place}]) => [name, place] as const);
	return readFlags(flags, {...texts, ...Object.fromEntries(settled)}, {command, where: Object.fromEntries(where)});
}
type Settling = {readonly settings: Settings; readonly command: string};

/** What the global flags come to, with the settings below them. */
export function settleGlobals(texts: Texts, settling: Settling): Globals {
	// Their help is that of the whole program.
	const {product, profile: _profile, ...flags} = readSettled(globalFlags, texts, {...settling, command: ''});
	const {sandbox, profile} = settling.settings;
	return {
		...flags,
		...readSettled(profileFlags, {}, settling),
		sandbox,
		profile,
		products: [...new Set(product.flat())],
	};
}
