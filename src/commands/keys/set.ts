import {isShift} from '../../calendar.ts';
import {createKeysPorts, originOf} from '../../cli/context/create-keys-ports.ts';
import {type Context, defineCommand} from '../../cli/definition/command.ts';
import {Expected, either, type Options, optional, toggle} from '../../cli/definition/flag.ts';
import {day, integer} from '../../cli/definition/flag-values.ts';
import {keyFlags} from '../../contract/request-words.ts';
import {CliError} from '../../errors.ts';
import type {Selection} from '../../keys/registry/find-keys.ts';
import {isRelative, type KeyChange} from '../../keys/rows/key-change.ts';
import type {Fields} from '../../keys/rows/upload-columns.ts';
import {summaryColumns} from '../../keys/run/run-summary.ts';
import {filter, readKeyFilter} from './key-filters.ts';
import {allowSimilar, concurrency} from './key-flags.ts';
import {presentPreview, previewColumns} from './key-preview.ts';
import {presentSummary} from './update.ts';

const keyFlag = (name: (typeof keyFlags)[number]) =>
	either({flags: `--${name}`, summary: `Set ${name} to true; --no-${name} sets it to false`});

const maxQuota = 2_147_483_647;

type PartialChange = {readonly fields?: Fields} & Omit<KeyChange, 'fields'>;

function parseExpiry(value: string): PartialChange {
	if (value === 'none') return {fields: {expiryDate: null}};
	if (value.startsWith('+') && isShift(value)) return {expiryShift: value};
	try {
		return {fields: {expiryDate: day(value)}};
	} catch {
		throw new Expected("a day such as 2026-03-15, a time to add such as +1y, +6mo, +4w or +30d, or 'none'");
	}
}

function parseQuota(value: string): PartialChange {
	try {
		const number = integer({min: 0, max: maxQuota})(value.replace(/^\+/, ''));
		return value.startsWith('+') ? {quotaShift: number} : {fields: {installQuota: number}};
	} catch {
		throw new Expected(`a whole number from 0 to ${maxQuota}, or a number to add such as +5`);
	}
}

const flags = {
	filter,
	type: optional({flags: '--type <text>', summary: 'License type', parse: (value: string) => value}),
	quota: optional({
		flags: '--quota <n>',
		summary: 'Number of installations allowed; +5 adds 5 to that of each key',
		parse: parseQuota,
	}),
	expiry: optional({
		flags: '--expiry <date>',
		summary: 'Expiry date (last valid day), none, or a time to add to that of each key: +1y, +30d',
		parse: parseExpiry,
	}),
	notes: optional({flags: '--notes <text>', summary: "Notes; '' clears them", parse: (value: string) => value}),
	activated: keyFlag('activated'),
	blacklisted: keyFlag('blacklisted'),
	expired: keyFlag('expired'),
	whitelisted: keyFlag('whitelisted'),
	insert: toggle({flags: '--insert', summary: 'Add keys that are not in the registry'}),
	allowSimilar,
	maxChanges: optional({
		flags: '--max-changes <n>',
		summary: 'Change nothing if more keys would change (default: 1000 if nobody is asked, else any number)',
		parse: integer({min: 1}),
	}),
	restart: toggle({flags: '--restart', summary: 'Discard an interrupted change and start over'}),
	concurrency,
};

function readChange({type, expiry, quota, notes, ...options}: Options<typeof flags>): KeyChange {
	const status = Object.fromEntries(
		keyFlags.flatMap(name => (options[name] === undefined ? [] : [[name, options[name]]])),
	);
	const fields: Fields = {
		...(type === undefined ? {} : {licenseType: type}),
		...(Object.keys(status).length === 0 ? {} : {licenseStatus: status}),
		...expiry?.fields,
		...quota?.fields,
		...(notes === undefined ? {} : {notes}),
	};
	const change: KeyChange = {...expiry, ...quota, fields};
	if (Object.keys(fields).length > 0 || isRelative(change) || options.insert) return change;
	throw new CliError('usage', 'a field to set is missing', {
		hint: 'give one: --type, --quota, --expiry, --notes, --activated, …',
	});
}

async function readSelection(
	names: readonly string[],
	options: Options<typeof flags>,
	context: Context,
): Promise<Selection> {
	const {filters, texts, types} = await readKeyFilter(options, context);
	if (filters === undefined) return {keys: [...new Set(names)], insert: options.insert};
	const other = names.length > 0 ? 'license keys' : options.insert && '--insert';
	if (!other) return {filters, texts, types};
	throw new CliError('usage', `--filter cannot be combined with ${other}`, {hint: 'omit one of them'});
}

export const command = defineCommand({
	description:
		'Sets the given fields of each named key, or of all keys that match --filter, and leaves the other fields unchanged. If a named key is not in the registry, nothing ' +
		'is sent, unless --insert is given. --expiry +1y adds to the expiry date of each key: in a shorter month the day becomes the last one (2027-01-31 +1mo is 2027-02-28), ' +
		'and a key without an expiry date keeps none. With --filter, you confirm the changes before anything is sent; named keys are changed at once if the terminal is not interactive. ' +
		'It is recorded as an import, so it resumes after an interruption, and `keys undo` can revert it. A license type or license flag takes effect only if the product is set to manage licenses on the server. ' +
		'By default, each installation manages its own license: the registry then shows what the installations report, and a blacklisted key keeps working.',
	examples: [
		{
			line: 'usagectl keys set AAAA-BBBB --blacklisted --notes "charged back"',
			caption: 'block a key and note why',
		},
		{line: 'usagectl keys set AAAA-BBBB CCCC-DDDD --expiry none --quota 5', caption: 'two fields of two keys'},
		{
			line: "usagectl keys set --filter 'licenseType=purchased and expiryDate=2026' --expiry +1y --dry-run",
			caption: 'see what a year more for all purchased keys that expire in 2026 would change',
		},
	],
	takes: [
		...['service', 'connection', 'password', 'dryRun', 'printRequest', 'today', 'tz', 'anyCode'],
		...['rows', 'yes', 'strict'],
	] as const,
	flags,
	args: [{name: '[keys...]', summary: 'License keys', complete: 'key'}],
	product: 'one',
	reportsChanges: true,
	compilesExpressions: true,
	previews: true,
	columns: (_options, _names, {dryRun} = {dryRun: false}) => (dryRun ? previewColumns : summaryColumns),
	missing: (options, names) =>
		names.length + options.filter.length > 0
			? []
			: [{what: 'license keys', hint: "name keys, or give a filter: --filter 'licenseType=trial'"}],
	run: async (options, names, context) => {
		const change = readChange(options);
		const selection = await readSelection(names, options, context);
		const {previewSet, setKeys} = await import('../../keys/set-keys.ts');
		const request = {
			selection,
			change,
			allowSimilar: options.allowSimilar,
			ask: 'filters' in selection || context.terminal.isInteractive(),
			maxChanges: options.maxChanges,
			restart: options.restart,
			origin: originOf(context),
			product: await context.product(),
		};
		const ports = await createKeysPorts(context, options.concurrency);
		if (context.globals.dryRun) return presentPreview(await previewSet(request, ports));
		return presentSummary(await setKeys(request, ports), context.globals);
	},
});
