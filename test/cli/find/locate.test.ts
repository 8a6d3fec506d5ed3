import {expect, test} from 'vitest';
import {locate} from '../../../src/cli/find/locate.ts';
import {commandTree} from '../../../src/command-table.ts';
import {CliError} from '../../../src/errors.ts';

const errorOf = (line: string) => {
	try {
		locate(commandTree, line.split(' '));
	} catch (error) {
		if (error instanceof CliError) return `${error.message}; ${error.details.hint}`;
	}
	return undefined;
};

test.each([
	['crashs', "there is no command 'usagectl crashs'; did you mean usagectl crashes?"],
	['keys --limt 5', 'there is no flag --limt; did you mean --limit?'],
	[
		'keys --batch-size 5',
		'--batch-size is not a global flag; put the flags of a command after its name; usagectl keys --help lists the commands',
	],
	['keys --overwrite update', undefined],
	[
		'report stickiness',
		"there is no command 'usagectl report stickiness'; did you mean usagectl report current --stickiness --to yesterday?",
	],
	[
		'report timeline',
		"there is no command 'usagectl report timeline'; did you mean usagectl report current --split week or usagectl report events timeline?",
	],
	[
		'report new',
		"there is no command 'usagectl report new'; did you mean usagectl report current --status new --split week --period last-8-weeks?",
	],
	['keys new', "there is no command 'usagectl keys new'; did you mean usagectl keys set?"],
	['key list', "there is no command 'usagectl key'; did you mean usagectl keys?"],
	['retention', "there is no command 'usagectl retention'; did you mean usagectl report churn retention?"],
	['list', "there is no command 'usagectl list'; see usagectl --help"],
	['keys lst', "there is no command 'usagectl keys lst'; did you mean usagectl keys list?"],
])('%s names what is wrong', (line, message) => {
	expect(errorOf(line)).toBe(message);
});
