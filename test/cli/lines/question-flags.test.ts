import {expect, test} from 'vitest';
import type {Flag} from '../../../src/cli/definition/flag.ts';
import {longName} from '../../../src/cli/definition/flag.ts';
import {globalFlags} from '../../../src/cli/definition/globals.ts';
import {allowedFlags} from '../../../src/cli/lines/question-flags.ts';
import {commandTree} from '../../../src/command-table.ts';

/** Flags that name a service, a cluster, an account, a password or a file to write, or raise a limit; and those of questions run. */
const rejected = `
--any-property --base-url --chart --color --cookies --csv-bom --csv-safe --debug --delimiter --dry-run --engine --explain
--fail-on-empty --html --insecure-http --lock --marks --max-answer --max-ratio --max-size --no-header --no-input --no-pager --notes --open --out --output
--password-command --password-file --password-stdin --print-request --profile --progress --quiet --raw --raw-events --record --record-labels
--rejects --repair --retries --sandbox --scale --schema --strict --tables --timeout --title --today --usage --verbose --yes`;

test('each flag of a command that a question file can name is either allowed or rejected', async () => {
	const commands = await Promise.all(commandTree.commands.map(({load}) => load()));
	const own = commands.filter(({isQuestion, isPreparation}) => isQuestion || isPreparation).map(({flags}) => flags);
	const names = new Set([globalFlags, ...own].flatMap(flags => Object.values<Flag>(flags).map(longName)));
	expect([...allowedFlags, ...rejected.trim().split(/\s+/)].sort()).toEqual([...names].sort());
});

test('the flags whose value names a file say so, because only these are resolved as one', async () => {
	const commands = await Promise.all(commandTree.commands.map(({load}) => load()));
	const flags = commands.filter(({isQuestion}) => isQuestion).flatMap(({flags: all}) => Object.values<Flag>(all));
	const files = flags.filter(({complete}) => complete === 'file' || complete === 'directory').map(longName);
	const allowed = new Set(files.filter(name => allowedFlags.includes(name)));
	expect([...allowed].sort()).toEqual(['--archive', '--crashes', '--events-file', '--history', '--sql-file']);
});
