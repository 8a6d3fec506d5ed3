import {logKinds} from '../../archive/log-kinds.ts';
import {withDefault} from '../../cli/definition/flag.ts';
import {text} from '../../cli/definition/flag-values.ts';
import {filter, rangeFlags} from '../../cli/definition/shared-flags.ts';

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
