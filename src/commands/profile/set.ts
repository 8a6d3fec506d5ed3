import {type Context, defineCommand} from '../../cli/definition/command.ts';
import {repeated} from '../../cli/definition/flag.ts';
import {profileFlags} from '../../cli/definition/globals.ts';
import {parseSettingName, userFlag} from '../../cli/definition/setting-flags.ts';
import {CliError} from '../../errors.ts';
import {type SettingName, settingNames} from '../../session/setting-table.ts';
import {type Settings, sandboxProfile} from '../../session/settings.ts';
import {setProfile} from '../../session/stored-settings.ts';
import {parseProfileName} from './names.ts';

type Changes = Partial<Record<SettingName, string | undefined>>;

/** The settings that were typed as flags, and those to unset. */
function getChanges({values}: Settings, unset: readonly SettingName[]): Changes {
	const typed = settingNames.filter(name => values[name]?.origin === 'flag');
	const both = typed.filter(name => unset.includes(name));
	if (both.length > 0)
		throw new CliError('usage', `--${both[0]} and --unset ${both[0]} contradict each other`, {
			hint: 'give one of them',
		});
	return Object.fromEntries([
		...unset.map(name => [name, undefined]),
		...typed.map(name => [name, values[name]?.texts.join(',')]),
	]);
}

function validateChanges(profile: string, changes: Changes): void {
	if (Object.keys(changes).length === 0)
		throw new CliError('usage', 'nothing to set', {
			hint: 'give what the profile shall hold: --base-url, --user, -p, -o, --lost-after, … or --unset NAME',
		});
	if (profile === sandboxProfile && (changes['base-url'] ?? changes.user) !== undefined)
		throw new CliError('usage', 'the sandbox has an address and users of its own', {hint: 'choose another profile'});
}

function describeChanges(changes: Changes): string {
	const names = Object.entries(changes);
	const set = names.filter(([, value]) => value !== undefined).map(([name]) => name);
	const unset = names.filter(([, value]) => value === undefined).map(([name]) => name);
	return [set.length > 0 ? `set ${set.join(', ')}` : '', unset.length > 0 ? `unset ${unset.join(', ')}` : '']
		.filter(Boolean)
		.join('; ');
}

export const command = defineCommand({
	description: `Keeps what is given as flags in a profile, and makes the profile when it is new. Any setting can be kept that has a
flag: address, user, product, output, --lost-after, --timeout, --retries, --max-answer, --tz, --cookies,
--password-file, --password-command. The password itself is never kept.`,
	examples: [
		{
			line: 'usagectl profile set work --base-url https://service.example --user ada@example.com -p 12345',
			does: 'make or change the profile work',
		},
		{
			line: 'usagectl profile set work --lost-after 30 --unset output',
			does: 'a default for --lost-after, and none for -o',
		},
	],
	refusesDryRun: true,
	flags: {
		user: userFlag,
		...profileFlags,
		unset: repeated({flags: '--unset <setting>', summary: 'take a value away', parse: parseSettingName}),
	},
	args: [{name: '[name]', summary: 'a profile; the one in use when left out', complete: 'profile'}],
	run: async ({unset}, [typed], context: Context) => {
		const {settings, settingsStore, note} = context;
		const profile = parseProfileName(typed ?? settings.profile);
		const changes = getChanges(settings, unset);
		validateChanges(profile, changes);
		await settingsStore.update(stored => setProfile(stored, profile, changes));
		await note(`profile ${profile}: ${describeChanges(changes)}`);
		return {};
	},
});
