import {Expected, optional, repeated} from '../../cli/definition/flag.ts';
import {text} from '../../cli/definition/flag-values.ts';

function assignment(value: string): readonly [string, string] {
	const [, name, set] = /^([A-Za-z_]\w*)=(.*)$/s.exec(value) ?? [];
	if (name === undefined || set === undefined) throw new Expected('NAME=VALUE');
	return [name, set];
}

export const fileFlags = {
	file: optional({
		flags: '--file <path>',
		summary: 'Question file (default: usagectl.yaml here or in the nearest parent folder)',
		parse: text,
		complete: 'file',
	}),
	set: repeated({
		flags: '--set <name=value>',
		summary: 'Set a variable of the question file; overrides USAGECTL_VAR_NAME',
		parse: assignment,
	}),
};

export const historyFlags = {
	history: optional({
		flags: '--history <dir>',
		summary: 'Folder of the result history (default: the one that the question file sets)',
		parse: text,
		complete: 'directory',
	}),
	...fileFlags,
};
