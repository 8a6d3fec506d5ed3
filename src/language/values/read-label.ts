import type {Cursor} from '../source/cursor.ts';
import type {Span} from '../source/source-text.ts';
import {atQuote, excerpt, quote, readQuoted} from './quoting.ts';

export type Label = {readonly text: string; readonly span: Span};

/** Words without the characters that end bare text, and without `/ : #`. */
const words = /(?:[^\s(),'"`<>=~!&|;$\\?[\]{}^\u2018-\u201F/:#]+[ \t\u00A0]*)+/y;

/** Reads `label =` if it is next. Because bare text never contains `=`, labels need no keyword. */
export function readLabel(cursor: Cursor): Label | undefined {
	const start = cursor.at;
	const quoted = atQuote(cursor);
	const text = quoted ? readQuoted(cursor) : (cursor.match(words) ?? '').trimEnd();
	const span = cursor.span(start, start + (quoted ? cursor.at - start : text.length));
	if (cursor.skip().char !== '=' || (text === '' && !quoted)) {
		cursor.at = start;
		return undefined;
	}
	if (!quoted && /\s\s|[\t\u00A0]/.test(text)) {
		const help = `quote the label to keep the spaces: ${quote(excerpt(text))}`;
		cursor.fail('blanks', 'unquoted text can contain single spaces only', {help}, span);
	}
	cursor.at++;
	cursor.skip();
	return {text, span};
}
