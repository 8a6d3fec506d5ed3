import {cutMiddle, cutToWidth, displayWidth} from '../display-width.ts';
import {printable} from '../printable.ts';

/** A label made safe and cut to so many columns; an empty one shows as `(empty)`. */
export const labelText = (text: string, width: number): string =>
	cutToWidth(text === '' ? '(empty)' : printable(text.slice(0, 4096)), Math.max(1, width));

const slash = ' / ';
/** A part of a path is not cut below this. */
const leastPart = 4;

/** One part, cut in its middle: versions stand at the end. */
const partText = (part: string, width: number) =>
	part === '' ? labelText(part, width) : cutMiddle(printable(part), width);

/** A path (`Pro / Windows 11`) cut to so many columns: its longest parts first, so that what tells two paths apart stays. */
export function pathText(text: string, width: number): string {
	const parts = text.slice(0, 4096).split(slash);
	const widths = parts.map(part => displayWidth(labelText(part, width)));
	const free = width - slash.length * (parts.length - 1);
	if (free < leastPart * parts.length) return labelText(text, width);
	for (let excess = widths.reduce((sum, own) => sum + own, 0) - free; excess > 0; excess--) {
		const longest = widths.indexOf(Math.max(...widths));
		widths[longest] = (widths[longest] as number) - 1;
	}
	return parts.map((part, index) => partText(part, widths[index] as number)).join(slash);
}

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
