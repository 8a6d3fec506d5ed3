import {printableLines} from '../../output/printable.ts';
import type {Message} from './change-message.ts';
import type {TargetKind} from './notify-schema.ts';

/** Bodies for chats. Texts come from the service and may try to mention people or to format: they are sent as plain text. */

const cut = (text: string, most: number): string => {
	const points = [...printableLines(text)];
	return points.length > most ? `${points.slice(0, most - 1).join('')}…` : points.join('');
};

const plain = (text: string, most: number) => ({type: 'plain_text', text: cut(text, most), emoji: false});
const escapeSlack = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A link without a text shows its address, so that readers see where it leads. */
const slackLink = (url: string) => ({type: 'rich_text_section', elements: [{type: 'link', url}]});

/** Block Kit: a header has at most 150 characters, a section 3,000, a field 2,000. */
const toSlack = ({subject, facts, lines, link, footer}: Message): object => ({
	text: escapeSlack(cut(`${subject}${lines[0] === undefined ? '' : `: ${lines[0]}`}`, 1000)),
	mrkdwn: false,
	blocks: [
		{type: 'header', text: plain(subject, 150)},
		{type: 'section', fields: facts.slice(0, 10).map(([name, text]) => plain(`${name}\n${text}`, 1000))},
		...(lines.length === 0 ? [] : [{type: 'section', text: plain(lines.join('\n'), 3000)}]),
		...(link === undefined ? [] : [{type: 'rich_text', elements: [slackLink(link)]}]),
		{type: 'context', elements: [plain(footer, 1000)]},
	],
});

const run = (text: string, more = {}) => ({type: 'TextRun', text, ...more});
/** The text of a TextRun, unlike that of a TextBlock, is not read as Markdown. */
const paragraph = (...inlines: readonly object[]) => ({type: 'RichTextBlock', inlines});
const openUrl = (url: string) => ({type: 'Action.OpenUrl', title: `Open the page on ${new URL(url).host}`, url});
const teamsColors: Readonly<Record<Message['tone'], string>> = {
	fail: 'attention',
	warn: 'warning',
	fixed: 'good',
	digest: 'accent',
};

/** An adaptive card (version 1.4) in the message that a webhook of Teams takes, of at most 28 KB. */
const toTeams = ({subject, tone, facts, lines, link, footer}: Message): object => ({
	type: 'message',
	attachments: [
		{
			contentType: 'application/vnd.microsoft.card.adaptive',
			contentUrl: null,
			content: {
				$schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
				type: 'AdaptiveCard',
				version: '1.4',
				fallbackText: cut(subject, 300),
				body: [
					paragraph(run(cut(subject, 300), {weight: 'bolder', size: 'large', color: teamsColors[tone]})),
					...facts.map(([name, text]) => paragraph(run(`${name}: `, {weight: 'bolder'}), run(cut(text, 500)))),
					...lines.map(line => paragraph(run(cut(line, 500)))),
					paragraph(run(cut(footer, 300), {isSubtle: true, size: 'small'})),
				],
				...(link === undefined ? {} : {actions: [openUrl(link)]}),
			},
		},
	],
});

const escapeDiscord = (text: string) => text.replace(/[\\`*_~|<>[\]()#]/g, '\\$&');
const discordColors: Readonly<Record<Message['tone'], number>> = {
	fail: 0xb4_23_18,
	warn: 0xd9_8e_04,
	fixed: 0x1a_70_46,
	digest: 0x3b_6e_a5,
};

/** An embed: title at most 256 characters, description 4,096, field 1,024, all together 6,000. */
const toDiscord = ({subject, tone, facts, lines, link, footer}: Message): object => ({
	username: 'usagectl',
	allowed_mentions: {parse: []},
	embeds: [
		{
			title: cut(escapeDiscord(subject), 256),
			...(link === undefined ? {} : {url: link}),
			description: cut(escapeDiscord(lines.join('\n')), 3000),
			color: discordColors[tone],
			fields: facts.map(([name, text]) => ({name, value: cut(escapeDiscord(text), 256) || '–', inline: true})),
			footer: {text: cut(footer, 500)},
		},
	],
});

const toBody: Readonly<Record<Exclude<TargetKind, 'email'>, (message: Message) => object>> = {
	slack: toSlack,
	teams: toTeams,
	discord: toDiscord,
	webhook: ({data}) => data,
};

export const bodyOf = (kind: Exclude<TargetKind, 'email'>, message: Message): object => toBody[kind](message);
