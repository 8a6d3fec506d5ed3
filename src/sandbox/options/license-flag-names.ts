import {newerMembers} from '../../contract/newer-names.ts';
import type {SandboxOptions} from './option-table.ts';

const newerNames = newerMembers(['blocked']);

/** Returns the name of a license flag in responses (docs/service.md#flag-names). */
export const getFlagName = (flag: string, options: SandboxOptions): string =>
	(options['flag-names'] === 'blacklisted' ? undefined : newerNames.get(flag)) ?? flag;

/** `allowed` → `Allowed`. */
export const capitalize = (flag: string): string => flag.charAt(0).toUpperCase() + flag.slice(1);
