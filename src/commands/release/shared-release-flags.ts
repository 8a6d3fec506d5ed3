import {logKinds} from '../../archive/log-kinds.ts';
import {Expected, withDefault} from '../../cli/definition/flag.ts';
import {text} from '../../cli/definition/flag-values.ts';
import {filter, rangeFlags} from '../../cli/definition/shared-flags.ts';

/** Accepts a number with or without its unit. */
export const createNumber =
	(unit: string, example: string, {min = 0, max}: {readonly min?: number; readonly max: number}) =>
	(word: string): number => {
		const found = /^(\d+(?:\.\d+)?)\s*(%|pp)?$/.exec(word.trim());
		const value = Number(found?.[1]);
		if (found && (found[2] === undefined || found[2] === unit) && value >= min && value <= max) return value;
		throw new Expected(`a number such as ${example}`);
	};

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
