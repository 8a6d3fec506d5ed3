import {buffer} from 'node:stream/consumers';
import {type Context, defineCommand} from '../../cli/definition/command.ts';
import {requestGroups} from '../../cli/definition/globals.ts';
import {CliError, exitCodes} from '../../errors.ts';
import {recordColumns, toRecordRow} from '../../keys/rows/key-list-columns.ts';
import {dataset} from '../../output/dataset.ts';

/** Replaces `-` with the lines of standard input. */
async function readNames(names: readonly string[], {terminal}: Context): Promise<readonly string[]> {
	if (!names.includes('-')) return names;
	const input = (await buffer(terminal.stdin.chunks())).toString();
	const lines = input.split(/\r?\n/).filter(line => line.trim() !== '');
	if (lines.length === 0) {
		throw new CliError('usage', 'standard input has no license keys', {hint: 'write one key per line'});
	}
	return names.flatMap(name => (name === '-' ? lines : [name]));
}

/** By default, the product manages flags on the client (docs/service.md#help-managed). */
const blacklistNote =
	'a blacklisted key keeps working unless the product manages licenses on the server, which is not the default (usagectl keys set --help)';

export const command = defineCommand({
	description:
		'Shows all fields of the named keys, in the given order; a single key is shown with one field per line. Keys that are ' +
		'not in the registry are named on stderr, and the command exits with status 6.',
	examples: [{line: 'usagectl keys get AAAA-BBBB CCCC-DDDD -o json', caption: 'two keys as JSON'}],
	takes: [...requestGroups, 'rows'],
	flags: {},
	args: [{name: '<keys...>', summary: 'License keys; - reads them from stdin, one per line', complete: 'key'}],
	product: 'one',
	isQuestion: true,
	columns: () => recordColumns,
	run: async (_options, names, context) => {
		const keys = [...new Set(await readNames(names, context))];
		if (keys.includes('')) {
			throw new CliError('usage', 'a license key cannot be empty', {hint: 'put keys that contain spaces in quotes'});
		}
		const {createReadKeys} = await import('../../keys/registry/read-keys.ts');
		const client = await context.connect();
		const found = await createReadKeys({client, clock: context.clock, retries: 0})(keys);
		const missing = keys.filter(key => !found.has(key));
		for (const key of missing) await context.footnote(`not in the registry: ${key}`, 'partial');
		const records = keys.flatMap(key => found.get(key) ?? []);
		if (records.some(({licenseStatus}) => licenseStatus.blacklisted)) await context.note(blacklistNote);
		return {
			dataset: {...dataset(recordColumns, records.map(toRecordRow)), isVertical: keys.length === 1},
			exit: missing.length > 0 ? exitCodes.partial : 0,
		};
	},
});
