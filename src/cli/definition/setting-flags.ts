import {CliError} from '../../errors.ts';
import type {SettingName} from '../../session/setting-table.ts';
import {nearNames, suggestion} from '../../text/near-names.ts';
import {Expected, type Flag, optional} from './flag.ts';
import {longName, takesValue} from './flag-names.ts';
import {choice, text} from './flag-values.ts';
import {globalFlags, profileFlags} from './globals.ts';

export const userFlag = optional({flags: '--user <name>', summary: 'User name to sign in with', parse: text});

const yesOrNo = optional({flags: '', summary: '', parse: choice(['true', 'false'])});

/** A setting has the name of its flag and takes the same values. */
const flags = new Map(
	[userFlag, ...Object.values<Flag>(globalFlags), ...Object.values<Flag>(profileFlags)].map(flag => [
		longName(flag),
		takesValue(flag) ? flag : yesOrNo,
	]),
);

export function validateSetting(name: SettingName, value: string): void {
	try {
		flags.get(`--${name}`)?.read([value]);
	} catch (error) {
		if (!(error instanceof Expected)) throw error;
		const advice = suggestion(nearNames(value, error.suggest), 'see usagectl help flags');
		throw new CliError('usage', `${name}: expected ${error.message}, not '${value}'`, advice);
	}
}
