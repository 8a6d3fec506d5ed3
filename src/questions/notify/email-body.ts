import {createHash} from 'node:crypto';
import MailComposer from 'nodemailer/lib/mail-composer';
import {cutToWidth} from '../../output/display-width.ts';
import {printable, printableLines} from '../../output/printable.ts';
import {escapeHtml} from '../../text/html-text.ts';
import type {Message} from './change-message.ts';

/** A complete message (RFC 5322) with a text and an HTML part, and a page as an attachment. */

export type Envelope = {
	readonly to: readonly string[];
	readonly from: string;
	readonly date: Date;
};

const linkLines = (link: string | undefined): readonly string[] => (link === undefined ? [] : [`Page: ${link}`, '']);

const plainText = ({subject, facts, lines, link, footer}: Message): string =>
	[
		subject,
		'',
		...facts.map(([name, text]) => `${name}: ${text}`),
		'',
		...lines,
		'',
		...linkLines(link),
		'-- ',
		footer,
		'',
	]
		.map(printableLines)
		.join('\n');

const colors: Readonly<Record<Message['tone'], string>> = {
	fail: '#b42318',
	warn: '#8a5200',
	fixed: '#1a7046',
	digest: '#1f4e79',
};

const toHtml = (text: string): string => escapeHtml(printableLines(text));

/** Mail programs ignore style sheets, so each element has its style. */
function htmlText({subject, tone, facts, lines, link, footer}: Message): string {
	const style = 'font-size:15px;margin:12px 0 0';
	const row = ([name, text]: readonly [string, string]) =>
		`<tr><th style="text-align:left;padding:2px 12px 2px 0;color:#555;font-weight:normal">${toHtml(name)}</th><td style="padding:2px 0">${toHtml(text)}</td></tr>`;
	return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${toHtml(subject)}</title></head>
<body style="font-family:system-ui,sans-serif;color:#1b1b1b;background:#fff;max-width:640px">
<h1 style="font-size:20px;margin:0 0 12px;color:${colors[tone]}">${toHtml(subject)}</h1>
<table style="border-collapse:collapse;font-size:15px">${facts.map(row).join('')}</table>
${lines.map(line => `<p style="${style}">${toHtml(line)}</p>`).join('\n')}${link === undefined ? '' : `\n<p style="${style}"><a href="${toHtml(link)}">${toHtml(link)}</a></p>`}
<p style="font-size:13px;margin:20px 0 0;color:#555">${toHtml(footer)}</p>
</body></html>
`;
}

/** RFC 5322 allows lines of 998 characters, and a word without spaces cannot be folded. */
const maxSubject = 300;

/** Every part is base64, so no text of a question can be a header, a boundary or a line that a mail server would change. */
const toPart = (contentType: string, content: string) => ({
	contentType: `${contentType}; charset=utf-8`,
	content,
	contentTransferEncoding: 'base64',
});

/** Lines end with CRLF. The same message gives the same bytes. */
export async function emailMessage(message: Message, {to, from, date}: Envelope): Promise<string> {
	const {id, subject, text, link, page} = message;
	const composer = new MailComposer({
		date,
		from,
		to: [...to],
		subject: cutToWidth(printable(subject), maxSubject),
		messageId: `<${id}@usagectl.invalid>`,
		headers: {'Auto-Submitted': 'auto-generated'},
		text: toPart('text/plain', text === undefined ? plainText(message) : [text, ...linkLines(link)].join('\n')),
		html: toPart('text/html', htmlText(message)),
		attachments: page === undefined ? [] : [{...toPart('text/html', page), filename: 'usagectl-digest.html'}],
		baseBoundary: createHash('sha256').update(id).digest('hex').slice(0, 24),
		disableFileAccess: true,
		disableUrlAccess: true,
	});
	return (await composer.compile().build()).toString();
}
