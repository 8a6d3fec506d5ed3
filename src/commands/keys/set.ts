import {createKeysPorts, originOf} from '../../cli/context/create-keys-ports.ts';
import {defineCommand} from '../../cli/definition/command.ts';
import {Expected, either, type Options, optional, toggle} from '../../cli/definition/flag.ts';
import {day, integer} from '../../cli/definition/flag-values.ts';
import {keyFlags} from '../../contract/request-words.ts';
import {CliError} from '../../errors.ts';
import type {Fields} from '../../keys/rows/key-columns.ts';
import {summaryColumns} from '../../keys/run/run-summary.ts';
import {allowSimilar} from './key-flags.ts';
import {presentSummary} from './update.ts';

const keyFlag = (name: (typeof keyFlags)[number]) =>
	either({flags: `--${name}`, summary: `Set ${name} to true; --no-${name} sets it to false`});

const flags = {
	type: optional({flags: '--type <text>', summary: 'License type', parse: (value: string) => value}),
	quota: optional({
		flags: '--quota <n>',
		summary: 'Number of installations allowed',
		parse: integer({min: 0, max: 2_147_483_647}),
	}),
	expires: optional({
		flags: '--expires <date>',
		summary: 'Expiry date (last valid day), or none',
		parse: (value: string): {readonly day: string | null} => {
			if (value === 'none') return {day: null};
			try {
				return {day: day(value)};
			} catch {
				throw new Expected("a day such as 2026-03-15, or 'none'");
			}
		},
	}),
	notes: optional({flags: '--notes <text>', summary: "Notes; '' clears them", parse: (value: string) => value}),
	activated: keyFlag('activated'),
	blacklisted: keyFlag('blacklisted'),
	expired: keyFlag('expired'),
	whitelisted: keyFlag('whitelisted'),
	insert: toggle({flags: '--insert', summary: 'Add keys that are not in the registry'}),
	allowSimilar,
};

function readFields(options: Options<typeof flags>): Fields {
	const status = Object.fromEntries(
		keyFlags.flatMap(name => (options[name] === undefined ? [] : [[name, options[name]]])),
	);
	const fields: Fields = {
		...(options.type === undefined ? {} : {licenseType: options.type}),
		...(Object.keys(status).length === 0 ? {} : {licenseStatus: status}),
		...(options.expires === undefined ? {} : {expiryDate: options.expires.day}),
		...(options.quota === undefined ? {} : {installQuota: options.quota}),
		...(options.notes === undefined ? {} : {notes: options.notes}),
	};
	if (Object.keys(fields).length > 0 || options.insert) return fields;
	throw new CliError('usage', 'a field to set is missing', {
		hint: 'give one: --type, --quota, --expires, --notes, --activated, …',
	});
}

export const command = defineCommand({
	description:
		'Sets the given fields of each named key and leaves the other fields unchanged. If a key is not in the registry, nothing ' +
		'is sent, unless --insert is given. On a terminal, you confirm before anything is sent; elsewhere, the change is sent at once. It is recorded as an import, ' +
		'so `keys undo` can revert it. A license type or license flag takes effect only if the product is set to manage licenses on the server. ' +
		'By default, each installation manages its own license: the registry then shows what the installations report, and a blacklisted key keeps working.',
	examples: [
		{
			line: 'usagectl keys set AAAA-BBBB --blacklisted --notes "charged back"',
			caption: 'block a key and note why',
		},
		{line: 'usagectl keys set AAAA-BBBB CCCC-DDDD --expires none --quota 5', caption: 'two fields of two keys'},
	],
	takes: ['service', 'connection', 'password', 'dryRun', 'printRequest', 'rows', 'yes', 'strict'],
	flags,
	args: [{name: '<keys...>', summary: 'License keys', complete: 'key'}],
	product: 'one',
	reportsChanges: true,
	columns: () => summaryColumns,
	run: async (options, names, context) => {
		const fields = readFields(options);
		if (context.globals.dryRun) {
			await context.note('nothing was sent (--dry-run); the values are valid');
			return {};
		}
		const {setKeys} = await import('../../keys/set-keys.ts');
		const request = {
			keys: [...new Set(names)],
			fields,
			insert: options.insert,
			allowSimilar: options.allowSimilar,
			ask: context.terminal.isInteractive(),
			origin: originOf(context),
			product: await context.product(),
		};
		return presentSummary(await setKeys(request, await createKeysPorts(context, 1)), context.globals);
	},
});
