import {wrapWords} from '../text/wrap-words.ts';
import {displayWidth} from './display-width.ts';

/** Text that stays on one line, with its leading spaces: a command to paste, a flag with its value, short quoted text, or a word. */
const unit = / *(?:\(?usagectl [^;)]*[^;) ][;)]*|\(?--?[a-z-]+ (?:'[^']*')?[^ ]+|'[^']{1,60}'[^ ]*|[^ ]+)/g;

export function wrapMessage(line: string, width: number): string {
	const indent = `${/^ */.exec(line)?.[0]}  `;
	return wrapWords(line.match(unit) ?? [], {width, indent, measure: displayWidth}).join('\n');
}
