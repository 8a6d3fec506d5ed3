import {displayWidth} from './display-width.ts';

/** What stays on one line, with the blanks before it: a command to paste, a flag with its value, or a word. */
const unit = /( *)(usagectl [^;)]*[^;) ]|\(?--?[a-z-]+ (?:'[^']*')?[^ ]+|[^ ]+)/g;

/**
 * A line as lines of at most `width` columns, the later ones two blanks further in. A word that is longer than a line is left to
 * the terminal.
 */
export function wrap(line: string, width: number): string {
	const margin = `${/^ */.exec(line)?.[0]}  `;
	const lines: string[] = [];
	let current = '';
	for (const [whole, , word] of line.matchAll(unit)) {
		const fits = current === '' || displayWidth(current) + displayWidth(whole) <= width;
		if (!fits) lines.push(current);
		current = fits ? current + whole : margin + word;
	}
	return [...lines, current].join('\n');
}
