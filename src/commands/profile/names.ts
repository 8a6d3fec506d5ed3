import {Expected} from '../../cli/definition/flag.ts';
import {name} from '../../cli/definition/values.ts';
import {CliError} from '../../errors.ts';
import {defaultProfile, sandboxProfile} from '../../session/settings.ts';
import type {StoredSettings} from '../../session/stored-settings.ts';
import {nearNames, suggestion} from '../../text/near-names.ts';

/** Profiles that always exist. */
const builtIn = [defaultProfile, sandboxProfile];

/** Every profile, the stored ones first. */
export const profileNames = ({profiles}: StoredSettings): readonly string[] => [
	...new Set([...Object.keys(profiles), ...builtIn]),
];

/** Throws CliError of kind usage, with the nearest names, for a profile that does not exist. */
export function validateProfile(name: string, stored: StoredSettings): void {
	const names = profileNames(stored);
	if (names.includes(name)) return;
	const advice = suggestion(nearNames(name, names), `profiles: ${names.join(', ')}`);
	throw new CliError('usage', `there is no profile "${name}"`, advice);
}

/** Parses the name of a new profile. Throws CliError of kind usage. */
export function parseProfileName(typed: string): string {
	try {
		return name(typed);
	} catch (error) {
		if (!(error instanceof Expected)) throw error;
		throw new CliError('usage', `profile: expected ${error.message}`, {hint: 'such as work, or service.example'});
	}
}
