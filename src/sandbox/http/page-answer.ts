import {escapeHtml} from '../../text/html-text.ts';
import type {Answer} from './http-messages.ts';

const style = `body{font:14px system-ui,sans-serif;margin:2em;color:#222}
table{border-collapse:collapse}th,td{border:1px solid #ccc;padding:.3em .7em;text-align:left}td.n{text-align:right}
footer{margin-top:2em;color:#777}`;

/** A page that loads no other resource. `body` is HTML. */
const page = (title: string, body: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title><style>${style}</style></head>
<body><h1>${escapeHtml(title)}</h1>${body}<footer>local sandbox, not the service</footer></body></html>
`;

export const pageAnswer = (
	status: number,
	{title, body}: {readonly title: string; readonly body: string},
	headers: Readonly<Record<string, string>> = {},
): Answer => ({
	status,
	headers: {
		'content-type': 'text/html; charset=utf-8',
		'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
		...headers,
	},
	body: page(title, body),
});
