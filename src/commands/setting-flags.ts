import {CliError} from '../errors.ts';
import {nearNames} from '../near-names.ts';
import {isSettingName, type SettingName, settingNames} from '../session/setting-table.ts';
import {Expected, type Flag, optional} from './flag.ts';
import {globalFlags, profileFlags} from './globals.ts';
import {choice, text} from './values.ts';

/** `--user`, of login and profile set. */
export const userFlag = optional({flags: '--user <name>', summary: 'who signs in', parse: text});

const yesOrNo = optional({flags: '', summary: '', parse: choice(['true', 'false'])});

/** Who reads the text of each setting: the flag of its name, so that a value is right in one place as in the other. */
const flags: Readonly<Record<SettingName, Flag>> = {
	'base-url': globalFlags.baseUrl,
	user: userFlag,
	product: globalFlags.product,
	'password-file': globalFlags.passwordFile,
	'password-command': globalFlags.passwordCommand,
	cookies: yesOrNo,
	'insecure-http': yesOrNo,
	output: globalFlags.output,
	'lost-after': profileFlags.lostAfter,
	timeout: globalFlags.timeout,
	retries: globalFlags.retries,
	tz: globalFlags.tz,
	color: globalFlags.color,
	progress: globalFlags.progress,
};

/** A setting by its name; a CliError with near names when there is none. */
export function parseSettingName(name: string): SettingName {
	if (isSettingName(name)) return name;
	const near = nearNames(name, settingNames);
	throw new CliError('usage', `there is no setting "${name}"`, {
		hint: near.length > 0 ? `did you mean ${near.join(' or ')}?` : `settings: ${settingNames.join(', ')}`,
		suggest: near,
	});
}

/** Refuses a value that the flag of that name would refuse. */
export function validateSetting(name: SettingName, value: string): void {
	try {
		flags[name].read([value]);
	} catch (error) {
		if (!(error instanceof Expected)) throw error;
		const near = nearNames(value, error.suggest);
		throw new CliError('usage', `${name}: expected ${error.message}`, {
			hint: near.length > 0 ? `did you mean ${near.join(' or ')}?` : `see usagectl help environment`,
			suggest: near,
		});
	}
}
