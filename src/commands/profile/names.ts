import {CliError} from '../../errors.ts';
import {nearNames} from '../../near-names.ts';
import {defaultProfile, sandboxProfile} from '../../session/settings.ts';
import type {StoredSettings} from '../../session/stored-settings.ts';
import {Expected} from '../flag.ts';
import {name} from '../values.ts';

/** Profiles that need no making: they are there from the start. */
const builtIn = [defaultProfile, sandboxProfile];

/** Every profile that can be named, the stored ones first. */
export const profileNames = ({profiles}: StoredSettings): readonly string[] => [
	...new Set([...Object.keys(profiles), ...builtIn]),
];

/** Refuses a profile that is neither stored nor built in, with the nearest one. */
export function validateProfile(name: string, stored: StoredSettings): void {
	const names = profileNames(stored);
	if (names.includes(name)) return;
	const near = nearNames(name, names);
	throw new CliError('usage', `there is no profile "${name}"`, {
		hint: near.length > 0 ? `did you mean ${near.join(' or ')}?` : `profiles: ${names.join(', ')}`,
		suggest: near,
	});
}

/** A name that a profile may have. */
export function parseProfileName(typed: string): string {
	try {
		return name(typed);
	} catch (error) {
		if (!(error instanceof Expected)) throw error;
		throw new CliError('usage', `profile: expected ${error.message}`, {hint: 'such as work, or service.example'});
	}
}
