import {logKinds} from '../../archive/log-kinds.ts';
import type {Context} from '../../cli/definition/command.ts';
import {withDefault} from '../../cli/definition/flag.ts';
import {text} from '../../cli/definition/flag-values.ts';
import {filter, rangeFlags} from '../../cli/definition/range-flags.ts';
import type {Basis} from './read-releases.ts';

export const releaseFlags = {
	crashes: withDefault({
		flags: '--crashes <folder>',
		summary: 'Archive folder of crash reports, as kept by `exceptions sync`',
		parse: text,
		default: logKinds.exceptions.folder,
		complete: 'directory',
	}),
	...rangeFlags,
	filter,
};

const latestCaveat =
	'installations are counted under their latest version, because this server does not report the version of each day; installations active at any time from the first day until now are included; an installation counts as crashed only if it crashed under that version';

export async function explainBasis(basis: Basis, {caveat}: Context): Promise<void> {
	if (basis === 'latest') await caveat(latestCaveat);
}
