import {escapeHtml} from '../../text/html-text.ts';
import type {SandboxOptions} from '../options/option-table.ts';
import type {Answer, AnswerNotes} from './http-messages.ts';

/** Writes Maps as objects whose members keep their order (docs/service.md#label-order). */
export function writeJson(value: unknown): string {
	if (value instanceof Map) return writeMembers([...value]);
	if (Array.isArray(value)) return `[${value.map(writeJson).join(',')}]`;
	if (typeof value === 'object' && value !== null)
		return writeMembers(Object.entries(value).filter(([, item]) => item !== undefined));
	return JSON.stringify(value) ?? 'null';
}

const writeMembers = (members: readonly (readonly [string, unknown])[]): string =>
	`{${members.map(([key, item]) => `${JSON.stringify(key)}:${writeJson(item)}`).join(',')}}`;

const escapeCharacter = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

function inCharacters(json: string, form: SandboxOptions['response-text']): string {
	if (form === 'ascii') return json.replace(/[\u0080-\uffff]/g, escapeCharacter);
	return form === 'utf-8' ? json : `\uFEFF${json}`;
}

type Details = {
	readonly options: SandboxOptions;
	readonly headers?: Readonly<Record<string, string>>;
	readonly about?: AnswerNotes;
};

export const jsonAnswer = (status: number, json: string, {options, headers, about}: Details): Answer => ({
	status,
	headers: {'content-type': `${options['response-type']}; charset=utf-8`, ...headers},
	body: inCharacters(json, options['response-text']),
	...(about ? {about} : {}),
});

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
