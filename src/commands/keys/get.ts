import {defineCommand} from '../../cli/definition/command.ts';
import {CliError, exitCodes} from '../../errors.ts';
import {dataset} from '../../output/dataset.ts';
import {recordColumns, toRecordRow} from './key-records.ts';

/** `keys get KEY…`: full records of the named keys, in the order they were named. */
export const command = defineCommand({
	description:
		'Shows the named keys, a single one with its values below each other; those that are not in the registry are named on ' +
		'stderr, and the run ends with 6.',
	examples: [{line: 'usagectl keys get AAAA-BBBB CCCC-DDDD -o json', caption: 'two keys, as JSON'}],
	flags: {},
	args: [{name: '<keys...>', summary: 'license keys', complete: 'key'}],
	product: 'one',
	isQuestion: true,
	columns: () => recordColumns,
	run: async (_options, names, context) => {
		const keys = [...new Set(names)];
		if (keys.includes('')) {
			throw new CliError('usage', 'an empty text is no license key', {hint: 'put keys with blanks in quotes'});
		}
		const {createReadKeys} = await import('../../keys/registry/read-keys.ts');
		const client = await context.connect();
		const found = await createReadKeys({client, clock: context.clock, retries: 0})(keys);
		const missing = keys.filter(key => !found.has(key));
		for (const key of missing) await context.note(`not in the registry: ${key}`);
		const records = keys.flatMap(key => found.get(key) ?? []);
		return {
			dataset: {...dataset(recordColumns, records.map(toRecordRow)), isVertical: keys.length === 1},
			exit: missing.length > 0 ? exitCodes.partial : 0,
		};
	},
});
