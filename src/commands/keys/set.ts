import {defineCommand} from '../../cli/definition/command.ts';
import {Expected, either, type Options, optional, toggle} from '../../cli/definition/flag.ts';
import {day, integer} from '../../cli/definition/flag-values.ts';
import {keyFlags} from '../../contract/request-words.ts';
import {CliError} from '../../errors.ts';
import type {Fields} from '../../keys/rows/key-fields.ts';
import {summaryColumns} from '../../keys/run/run-summary.ts';
import {createKeysPorts, originOf} from './create-keys-ports.ts';
import {presentSummary} from './update.ts';

const keyFlag = (name: (typeof keyFlags)[number]) =>
	either({flags: `--${name}`, summary: `set the flag ${name}; --no-${name} clears it`});

const flags = {
	type: optional({flags: '--type <text>', summary: 'licenseType', parse: (value: string) => value}),
	quota: optional({
		flags: '--quota <n>',
		summary: 'installations allowed',
		parse: integer({min: 0, max: 2_147_483_647}),
	}),
	expires: optional({
		flags: '--expires <date>',
		summary: 'last day, or none',
		parse: (value: string): {readonly day: string | null} => {
			if (value === 'none') return {day: null};
			try {
				return {day: day(value)};
			} catch {
				throw new Expected('a day such as 2026-03-15, or none');
			}
		},
	}),
	notes: optional({flags: '--notes <text>', summary: "notes; '' clears them", parse: (value: string) => value}),
	activated: keyFlag('activated'),
	blacklisted: keyFlag('blacklisted'),
	expired: keyFlag('expired'),
	whitelisted: keyFlag('whitelisted'),
	insert: toggle({flags: '--insert', summary: 'add keys that are not in the registry'}),
};

/** The values that were typed. Throws CliError usage when there are none. */
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
	throw new CliError('usage', 'nothing to set', {
		hint: 'name a value: --type, --quota, --expires, --notes, --activated, …',
	});
}

/** `keys set KEY…`: change a few keys. */
export const command = defineCommand({
	description:
		'Gives the same values to the named keys; what is not named stays as it is. A key that is not in the registry is refused ' +
		'unless --insert. It is a run as keys update makes it: keys undo takes it back.',
	examples: [
		{
			line: 'usagectl keys set AAAA-BBBB --blacklisted --notes "charged back"',
			caption: 'take a key out of use',
		},
		{line: 'usagectl keys set AAAA-BBBB CCCC-DDDD --expires none --quota 5', caption: 'two keys'},
	],
	flags,
	args: [{name: '<keys...>', summary: 'license keys', complete: 'key'}],
	product: 'one',
	columns: () => summaryColumns,
	run: async (options, names, context) => {
		const fields = readFields(options);
		if (context.globals.dryRun) {
			await context.note('nothing was sent: the values are in order');
			return {};
		}
		const {setKeys} = await import('../../keys/set-keys.ts');
		const request = {
			keys: [...new Set(names)],
			fields,
			insert: options.insert,
			origin: originOf(context),
			product: await context.product(),
		};
		return presentSummary(await setKeys(request, await createKeysPorts(context, 1)), context.globals);
	},
});
