import {z} from 'zod';
import {command as expiring} from '../../commands/keys/expiring.ts';
import {command as list} from '../../commands/keys/list.ts';
import {jsonText} from '../../output/formats/json-format.ts';
import {argumentsOf, pageOf, paging, wordsOf} from '../arguments.ts';
import type {Tool} from '../tool.ts';
import type {ToolSession} from '../tool-session.ts';

const audits = {
	'over quota': 'overQuotaCount>0',
	'expired, but activated': 'licenseStatus.activated and licenseStatus.expired',
	'blacklisted, but activated': 'licenseStatus.activated and licenseStatus.blacklisted',
	'blacklisted and whitelisted': 'licenseStatus.blacklisted and licenseStatus.whitelisted',
	'past its last day, but not marked expired': 'expiryDate<today and not licenseStatus.expired',
	'expires within 30 days': 'expiryDate=today..today+30d',
} as const;

const input = z.strictObject({
	action: z
		.enum(['list', 'audit', 'expiring'])
		.describe('list: matching keys; audit: number of keys with each common problem; expiring: keys that expire soon'),
	...argumentsOf({filter: list.flags.filter, sort: list.flags.sort, within: expiring.flags.within}),
	fields: z
		.string()
		.optional()
		.describe(
			'Columns to return, separated by commas; autoCollected, addedDate, lastEditedDate and notes are returned only if named here',
		),
	...paging,
});
type Arguments = z.output<typeof input>;

const usualFields =
	'licenseKey,licenseType,activated,blacklisted,expired,whitelisted,expiryDate,installQuota,installCount,overQuotaCount';

function listKeys(
	{action, offset = 0, limit, fields = usualFields, ...args}: Arguments,
	session: ToolSession,
): Promise<string> {
	const page = pageOf({offset, limit}, session.maxRows, 50);
	const isList = action === 'list';
	const words = [
		'keys',
		action,
		...wordsOf(args),
		`--fields=${fields}`,
		...(isList ? [...(offset > 0 ? [`--skip=${offset}`] : []), `--limit=${page.limit}`] : []),
	];
	return session.answer({
		words,
		form: 'rows',
		page: {...page, isReadInPages: isList},
		narrow: "a filter such as 'overQuotaCount>0', or fewer fields",
	});
}

async function audit(args: Arguments, session: ToolSession): Promise<string> {
	const lines: string[] = [];
	for (const [finding, filter] of Object.entries(audits)) {
		const words = ['keys', 'list', `--filter=${filter}`, '--fields=licenseKey', '--limit=3'];
		const {total, lines: found} = await session.read({words, form: 'rows'});
		const examples = found.map(line => (JSON.parse(line) as {readonly licenseKey: string}).licenseKey);
		lines.push(jsonText({finding, keys: total, filter, examples}));
	}
	return session.answerRows(['keys', 'list'], lines, {
		page: pageOf(args, session.maxRows),
		also: {next: "keys {action: 'list', filter} lists the keys with a problem"},
	});
}

export const keys: Tool<typeof input> = {
	name: 'keys',
	title: 'License keys',
	description:
		'Reads the license key registry: lists keys that match an expression ' +
		'(licenseType=purchased and overQuotaCount>0; licenseStatus.activated and not licenseStatus.expired; expiryDate<today), counts keys with common problems (audit), or lists keys that expire soon. It changes nothing.',
	input,
	call: (args, session) => (args.action === 'audit' ? audit(args, session) : listKeys(args, session)),
};
