import {cutMiddle, cutToWidth, displayWidth} from '../display-width.ts';
import {printable} from '../printable.ts';

/** Escapes control characters and cuts to a width in columns; an empty label becomes `(empty)`. */
export const labelText = (text: string, width: number): string =>
	cutToWidth(text === '' ? '(empty)' : printable(text.slice(0, 4096)), Math.max(1, width));

const slash = ' / ';
const minPartWidth = 4;

/** Cuts in the middle, because versions are at the end. */
const partText = (part: string, width: number) =>
	part === '' ? labelText(part, width) : cutMiddle(printable(part), width);

/** Cuts a path (`Pro / Windows 11`) to a width in columns, the longest parts first, so that paths stay different. */
export function pathText(text: string, width: number): string {
	const parts = text.slice(0, 4096).split(slash);
	const widths = parts.map(part => displayWidth(labelText(part, width)));
	const free = width - slash.length * (parts.length - 1);
	if (free < minPartWidth * parts.length) return labelText(text, width);
	for (let excess = widths.reduce((sum, own) => sum + own, 0) - free; excess > 0; excess--) {
		const longest = widths.indexOf(Math.max(...widths));
		widths[longest] = (widths[longest] as number) - 1;
	}
	return parts.map((part, index) => partText(part, widths[index] as number)).join(slash);
}

export const widest = (labels: readonly string[], most: number): number =>
	Math.max(
		1,
		Math.min(
			most,
			labels.reduce((width, label) => Math.max(width, displayWidth(labelText(label, most))), 0),
		),
	);
