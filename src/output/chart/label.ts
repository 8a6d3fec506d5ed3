import {cutToWidth, displayWidth} from '../display-width.ts';
import {printable} from '../printable.ts';

/** A label made safe and cut to so many columns; an empty one shows as `(empty)`. */
export const labelText = (text: string, width: number): string =>
	cutToWidth(text === '' ? '(empty)' : printable(text.slice(0, 4096)), Math.max(1, width));

export const padEnd = (text: string, width: number): string =>
	text + ' '.repeat(Math.max(0, width - displayWidth(text)));
export const padStart = (text: string, width: number): string =>
	' '.repeat(Math.max(0, width - displayWidth(text))) + text;

/** Columns that the widest of some labels takes, at most `most`. */
export const widest = (labels: readonly string[], most: number): number =>
	Math.max(
		1,
		Math.min(
			most,
			labels.reduce((width, label) => Math.max(width, displayWidth(labelText(label, most))), 0),
		),
	);
