import {createHmac} from 'node:crypto';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {z} from 'zod';
import {printable} from '../../../src/output/printable.ts';
import type {Message} from '../../../src/questions/notify/change-message.ts';
import {bodyOf} from '../../../src/questions/notify/chat-bodies.ts';
import {signWebhook} from '../../../src/questions/notify/deliver.ts';
import {emailMessage} from '../../../src/questions/notify/email-body.ts';
import {findAddress, parseNotifyFile, secretsOf} from '../../../src/questions/notify/target-address.ts';
import {laws} from '../../support/laws/laws.ts';

const anyText = fc.oneof(
	fc.string({unit: 'grapheme', maxLength: 30}),
	fc.constantFrom(
		'<!channel>',
		'@everyone',
		'\u202eevil',
		'x'.repeat(5000),
		'\r\nBcc: a@b.example',
		'=?UTF-8?B?eA==?=',
	),
);
const message: fc.Arbitrary<Message> = fc.record({
	id: fc.constantFrom('0123456789abcdef01234567', 'a\r\nBcc: b@c.example\r\n\r\nx', '"><x@y>\n\nBcc: b@c.example'),
	tone: fc.constantFrom('fail', 'warn', 'fixed', 'digest' as const),
	subject: anyText.filter(text => text.trim() !== ''),
	facts: fc.array(fc.tuple(fc.constantFrom('Figure', 'Change'), anyText), {minLength: 1, maxLength: 5}),
	lines: fc.array(
		anyText.filter(text => text !== ''),
		{maxLength: 21},
	),
	footer: anyText.filter(text => text !== ''),
	link: fc.constantFrom(
		undefined,
		'https://usage.example.com/week.html#active',
		`https://a.example/${'x'.repeat(540)}`,
	),
	data: fc.constant({type: 'usagectl.change'}),
});

const simple: Message = {
	...{
		id: '0',
		tone: 'fail',
		subject: 'Failed',
		facts: [['Figure', '1']],
		lines: [],
		footer: '-',
		link: undefined,
		data: {},
	},
};

/** The limits that Slack publishes for Block Kit. */
const plain = (most: number) =>
	z.strictObject({type: z.literal('plain_text'), text: z.string().min(1).max(most), emoji: z.boolean()});
const slack = z.strictObject({
	text: z
		.string()
		.min(1)
		.max(40_000)
		.regex(/^(?!.*<[!@#])/s),
	mrkdwn: z.literal(false),
	blocks: z
		.array(
			z.union([
				z.strictObject({type: z.literal('header'), text: plain(150)}),
				z.strictObject({type: z.literal('section'), text: plain(3000)}),
				z.strictObject({type: z.literal('section'), fields: z.array(plain(2000)).min(1).max(10)}),
				z.strictObject({type: z.literal('context'), elements: z.array(plain(2000)).min(1).max(10)}),
				z.strictObject({
					type: z.literal('rich_text'),
					elements: z.tuple([
						z.strictObject({
							type: z.literal('rich_text_section'),
							elements: z.tuple([z.strictObject({type: z.literal('link'), url: z.url().max(3000)})]),
						}),
					]),
				}),
			]),
		)
		.max(50),
});

/** The parts of the schema of adaptive cards 1.4 that are used, and the message that Teams takes. */
const textRun = z.strictObject({
	type: z.literal('TextRun'),
	text: z.string(),
	weight: z.enum(['lighter', 'default', 'bolder']).optional(),
	size: z.enum(['small', 'default', 'medium', 'large', 'extraLarge']).optional(),
	color: z.enum(['default', 'dark', 'light', 'accent', 'good', 'warning', 'attention']).optional(),
	isSubtle: z.boolean().optional(),
});
const teams = z.strictObject({
	type: z.literal('message'),
	attachments: z.tuple([
		z.strictObject({
			contentType: z.literal('application/vnd.microsoft.card.adaptive'),
			contentUrl: z.null(),
			content: z.strictObject({
				$schema: z.literal('http://adaptivecards.io/schemas/adaptive-card.json'),
				type: z.literal('AdaptiveCard'),
				version: z.literal('1.4'),
				fallbackText: z.string(),
				body: z.array(z.strictObject({type: z.literal('RichTextBlock'), inlines: z.array(textRun).min(1)})).min(1),
				actions: z
					.tuple([z.strictObject({type: z.literal('Action.OpenUrl'), title: z.string().max(200), url: z.url()})])
					.optional(),
			}),
		}),
	]),
});

const discord = z.strictObject({
	username: z.string(),
	allowed_mentions: z.strictObject({parse: z.tuple([])}),
	embeds: z.tuple([
		z.strictObject({
			title: z.string().max(256),
			url: z.url().max(2048).optional(),
			description: z.string().max(4096),
			color: z.int().min(0).max(0xff_ff_ff),
			fields: z
				.array(
					z.strictObject({name: z.string().min(1).max(256), value: z.string().min(1).max(1024), inline: z.boolean()}),
				)
				.max(25),
			footer: z.strictObject({text: z.string().max(2048)}),
		}),
	]),
});

const lengthOf = (value: unknown): number =>
	typeof value === 'string'
		? value.length
		: typeof value === 'object' && value !== null
			? Object.values(value).reduce((sum: number, each) => sum + lengthOf(each), 0)
			: 0;

test('bodies keep to what Slack, Teams and Discord accept, whatever the texts are', () => {
	fc.assert(
		fc.property(message, each => {
			const block = slack.parse(bodyOf('slack', each));
			const card = teams.parse(bodyOf('teams', each));
			expect(Buffer.byteLength(JSON.stringify(card))).toBeLessThan(28 * 1024);
			const embed = discord.parse(bodyOf('discord', each));
			expect(lengthOf(embed.embeds)).toBeLessThanOrEqual(6000);
			expect(bodyOf('webhook', each)).toEqual(each.data);
			const {link = 'no link'} = each;
			for (const body of [block, card, embed])
				expect(JSON.stringify(body).includes(link)).toBe(each.link !== undefined);
		}),
		laws(40),
	);
});

/** Reads a message as a mail program does: headers, and parts by their boundaries. */
function readMail(text: string): {readonly headers: ReadonlyMap<string, string>; readonly parts: readonly string[]} {
	const [head = '', ...rest] = text.split('\r\n\r\n');
	const headers = new Map(
		head
			.replace(/\r\n[ \t]/g, ' ')
			.split('\r\n')
			.map(line => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
	);
	const body = rest.join('\r\n\r\n');
	const [, boundary] = /boundary="([^"]+)"/.exec(headers.get('content-type') ?? '') ?? [];
	if (boundary === undefined) return {headers, parts: [Buffer.from(body, 'base64').toString()]};
	const inner = body.split(`--${boundary}--`)[0]?.split(`--${boundary}\r\n`).slice(1) ?? [];
	return {headers, parts: inner.flatMap(each => readMail(each).parts)};
}
/** Decodes the words of RFC 2047. */
const decodeWords = (text: string) =>
	text.replace(/=\?UTF-8\?([BQ])\?([^?]*)\?=(?: (?==\?))?/g, (_, way, word) =>
		way === 'B'
			? Buffer.from(word, 'base64').toString()
			: decodeURIComponent(word.replaceAll('%', '%25').replaceAll('=', '%').replaceAll('_', ' ')),
	);

const envelope = {to: ['team@example.com'], from: 'usage@example.com', date: new Date('2026-06-30T06:00:00Z')};
const names = ['auto-submitted', 'content-type', 'date', 'from', 'message-id', 'mime-version', 'subject', 'to'];

test('an email has a text and an HTML part, and neither a text nor an ID adds a header', async () => {
	await fc.assert(
		fc.asyncProperty(message, fc.boolean(), async (each, hasPage) => {
			const text = await emailMessage(hasPage ? {...each, page: '<p>page</p>'} : each, envelope);
			expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
			for (const line of text.split('\r\n')) expect(line).toMatch(/^[\x20-\x7E]{0,998}$/);
			expect(await emailMessage(hasPage ? {...each, page: '<p>page</p>'} : each, envelope)).toBe(text);
			const {headers, parts} = readMail(text);
			expect([...headers.keys()].sort()).toEqual(names);
			expect(headers.get('to')).toBe('team@example.com');
			expect(headers.get('date')).toBe('Tue, 30 Jun 2026 06:00:00 +0000');
			expect(parts).toHaveLength(hasPage ? 3 : 2);
			expect(parts[1]).toMatch(/^<!doctype html>/);
			expect(parts.slice(0, 2).every(part => part.includes('https://'))).toBe(each.link !== undefined);
			if (hasPage) expect(parts[2]).toBe('<p>page</p>');
			if (/^[\x20-\x7E]{1,50}$/.test(each.subject) && !each.subject.includes('=?'))
				expect(decodeWords(headers.get('subject') ?? '').trim()).toBe(each.subject.trim());
		}),
		laws(40),
	);
});

test('each line of a subject has at most 76 ASCII characters, and the words decode to the subject', async () => {
	const text = fc.oneof(fc.string({unit: 'grapheme', minLength: 1, maxLength: 20}), fc.constant(`ä${'x'.repeat(250)}`));
	await fc.assert(
		fc.asyncProperty(text, async subject => {
			const id = '0123456789abcdef01234567';
			const mail = await emailMessage({...simple, id, subject: `é ${subject}`}, envelope);
			const [, header = ''] = /^Subject: ((?:.*\r\n[ \t])*.*)\r\n/m.exec(mail) ?? [];
			for (const line of `Subject: ${header}`.split('\r\n')) expect(line).toMatch(/^[\x20-\x7E]{1,76}$/);
			expect(decodeWords(header.replace(/\r\n[ \t]/g, ' '))).toBe(printable(`é ${subject}`));
		}),
		laws(40),
	);
});

test('a webhook is signed as Standard Webhooks says', () => {
	const now = new Date('2026-06-30T06:00:00Z');
	const key = Buffer.from('0123456789abcdef');
	const signed = {id: 'msg_1', body: '{"a":1}'};
	const expected = createHmac('sha256', key).update('msg_1.1782799200.{"a":1}').digest('base64');
	for (const secret of ['0123456789abcdef', `whsec_${key.toString('base64')}`])
		expect(signWebhook({...signed, secret}, now)).toEqual({
			'webhook-timestamp': '1782799200',
			'webhook-signature': `v1,${expected}`,
		});
});

test('addresses are read from variables and files, and errors do not repeat them', () => {
	const {values, wrong} = parseNotifyFile(
		'# a comment\n\nops = https://hooks.example/s3cretpath\npager-secret=x y\nbad line\n',
	);
	expect([...values]).toEqual([
		['ops', 'https://hooks.example/s3cretpath'],
		['pager-secret', 'x y'],
	]);
	expect(wrong).toEqual([5]);
	const find = (kind: 'slack' | 'webhook' | 'email', value: string | undefined, isInsecure = false) =>
		findAddress({kind, name: 'ops-one'}, {getValue: name => (name === 'ops-one' ? value : undefined), isInsecure});
	for (const [kind, value] of [
		['slack', 's3cret'],
		['slack', 'ftp://s3cret.example'],
		['slack', 'https://user:s3cret@hooks.example/'],
		['webhook', 'http://s3cret.example/hook'],
		['email', 's3cret'],
		['email', 'sendmail -s3cret@example.com'],
		['email', 'sendmail a@s3cret.example b@c.example'],
		['email', 'smtp a@s3cret.example'],
	] as const) {
		const found = find(kind, value);
		expect(found).toMatch(/^the (?:address|way) of .*'ops-one'|^the way of/);
		expect(found).not.toContain('s3cret');
	}
	expect(find('slack', undefined)).toContain('set USAGECTL_NOTIFY_OPS_ONE');
	expect(find('webhook', 'http://s3cret.example/hook', true)).toMatchObject({way: 'http'});
	expect(find('slack', 'http://127.0.0.1:8080/x')).toMatchObject({way: 'http'});
	expect(find('email', '/srv/out a@b.example,c@d.example from=e@f.example')).toEqual({
		way: 'mail',
		through: {folder: '/srv/out'},
		to: ['a@b.example', 'c@d.example'],
		from: 'e@f.example',
	});
	const url = new URL('https://hooks.example/services/T0/B0/abcdefghijklmnop?sig=12345678');
	expect(secretsOf({way: 'http', url, secret: 'hush'})).toEqual([
		url.href,
		'/services/T0/B0/abcdefghijklmnop?sig=12345678',
		'abcdefghijklmnop',
		'12345678',
		'hush',
	]);
});
