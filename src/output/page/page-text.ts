import {escapeHtml} from '../../text/html-text.ts';
import {printableLines} from '../printable.ts';

/** Escapes untrusted text for use between tags. */
export const text = (value: string): string => escapeHtml(printableLines(value));

/** Escapes a sentence and keeps dates and flags on one line. */
export const prose = (value: string): string =>
	text(value).replace(/\d{4}-\d\d-\d\d|--[a-z-]+/g, '<span class="k">$&</span>');
