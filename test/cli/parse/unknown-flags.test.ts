import {expect, test} from 'vitest';
import {findEntry} from '../../../src/cli/find/command-tree.ts';
import {createUnknownFlagError} from '../../../src/cli/parse/unknown-flags.ts';
import {commandTree} from '../../../src/command-table.ts';

const workbook = 'use --out report.xlsx to write a workbook, which Excel reads in any language';

test.each([
	['report current', '--locale', workbook],
	['keys list', '--decimal-comma', workbook],
	['report current', '--new', 'did you mean --status new?'],
	['exceptions top', '--new', 'did you mean --mark new?'],
	['keys set', '--expires', 'did you mean --expiry?'],
	['keys set', '--extend', 'did you mean --expiry?'],
	['keys list', '--email', 'see usagectl help email'],
	['report current', '--segment-by=country', 'did you mean --level?'],
	['report churn retention', '--interval', 'did you mean --split month?'],
	['login', '--password', 'did you mean --password-stdin, --password-file or --password-command?'],
	// Two dashes and two letters are not enough.
	['keys update', '--exit', 'see usagectl keys update --help'],
	['report current', '--chrat', 'did you mean --chart?'],
])('%s %s gets the hint: %s', async (path, flag, hint) => {
	const command = await findEntry(commandTree, path)?.load();
	const error = createUnknownFlagError(flag, {path, flags: command?.flags ?? {}, takes: command?.takes});
	expect(error.details.hint).toBe(hint);
});
