import {CliError} from '../../errors.ts';
import type {SettingName} from '../../session/setting-table.ts';
import {nearNames, suggestion} from '../../text/near-names.ts';
import {Expected, type Flag, optional} from './flag.ts';
import {choice, text} from './flag-values.ts';
import {globalFlags, profileFlags} from './globals.ts';

export const userFlag = optional({flags: '--user <name>', summary: 'User name to sign in with', parse: text});

const yesOrNo = optional({flags: '', summary: '', parse: choice(['true', 'false'])});

/** Parses each setting like its flag, so that both take the same values. */
const flags: Readonly<Record<SettingName, Flag>> = {
	'base-url': globalFlags.baseUrl,
	user: userFlag,
	product: globalFlags.product,
	'password-file': globalFlags.passwordFile,
	'password-command': globalFlags.passwordCommand,
	cookies: yesOrNo,
	'insecure-http': yesOrNo,
	output: globalFlags.output,
	engine: profileFlags.engine,
	'notify-file': profileFlags.notifyFile,
	archive: profileFlags.archive,
	'lost-after': profileFlags.lostAfter,
	names: profileFlags.names,
	timeout: globalFlags.timeout,
	retries: globalFlags.retries,
	'max-answer': globalFlags.maxAnswer,
	tz: globalFlags.tz,
	color: globalFlags.color,
	progress: globalFlags.progress,
};

export function validateSetting(name: SettingName, value: string): void {
	try {
		flags[name].read([value]);
	} catch (error) {
		if (!(error instanceof Expected)) throw error;
		const advice = suggestion(nearNames(value, error.suggest), 'see usagectl help flags');
		throw new CliError('usage', `${name}: expected ${error.message}, not '${value}'`, advice);
	}
}
