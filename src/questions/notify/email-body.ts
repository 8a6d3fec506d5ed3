import {createHash} from 'node:crypto';
import {printable, printableLines} from '../../output/printable.ts';
import {escapeHtml} from '../../text/html-text.ts';
import type {Message} from './change-message.ts';

/** A complete message (RFC 5322) with a text and an HTML part, and a page as an attachment. */

export type Envelope = {
	readonly to: readonly string[];
	readonly from: string;
	readonly date: Date;
};

/** RFC 2047: words of at most 75 characters, each with whole characters. */
function encodeHeader(text: string): string {
	const shown = printable(text);
	if (/^[\x20-\x7E]*$/.test(shown) && !shown.includes('=?') && shown.length < 60) return shown;
	const words: string[] = [];
	let word = '';
	for (const character of shown) {
		if (Buffer.byteLength(word + character) > 42) {
			words.push(word);
			word = '';
		}
		word += character;
	}
	return [...words, word].map(each => `=?UTF-8?B?${Buffer.from(each).toString('base64')}?=`).join('\r\n ');
}

const toBase64Lines = (text: string): string =>
	Buffer.from(text)
		.toString('base64')
		.replace(/.{76}(?=.)/g, '$&\r\n');

const part = (headers: readonly string[], text: string): string =>
	[...headers, 'Content-Transfer-Encoding: base64', '', toBase64Lines(text)].join('\r\n');

function multipart(kind: string, boundary: string, parts: readonly string[]): string {
	const inner = parts.map(each => `--${boundary}\r\n${each}\r\n`).join('');
	return `Content-Type: multipart/${kind}; boundary="${boundary}"\r\n\r\n${inner}--${boundary}--\r\n`;
}

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

/** Lines end with CRLF. The same message gives the same boundaries. */
export function emailMessage(message: Message, {to, from, date}: Envelope): string {
	const {id, subject, text, link, page} = message;
	const boundary = (name: string) => `=_${createHash('sha256').update(`${name} ${id}`).digest('hex').slice(0, 24)}`;
	const alternative = multipart('alternative', boundary('text'), [
		part(
			['Content-Type: text/plain; charset=utf-8'],
			text === undefined ? plainText(message) : [text, ...linkLines(link)].join('\n'),
		),
		part(['Content-Type: text/html; charset=utf-8'], htmlText(message)),
	]);
	const attachment = (html: string) =>
		part(
			[
				'Content-Type: text/html; charset=utf-8; name="usagectl-digest.html"',
				'Content-Disposition: attachment; filename="usagectl-digest.html"',
			],
			html,
		);
	const headers = [
		`Date: ${date.toUTCString().replace('GMT', '+0000')}`,
		`From: ${from}`,
		`To: ${to.join(',\r\n ')}`,
		`Subject: ${encodeHeader(subject)}`,
		`Message-ID: <${id}@usagectl.invalid>`,
		'Auto-Submitted: auto-generated',
		'MIME-Version: 1.0',
	];
	const body = page === undefined ? alternative : multipart('mixed', boundary('page'), [alternative, attachment(page)]);
	return `${headers.join('\r\n')}\r\n${body}`;
}
