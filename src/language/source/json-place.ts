/** Where in a valid JSON text the value of a path stands: it is looked for only when there is something to say about it. */

type Extent = {readonly start: number; readonly end: number};

const blanks = /[ \t\r\n]*/y;
const string = /"(?:[^"\\]|\\.)*"/y;
const token = /"(?:[^"\\]|\\.)*"|[{}[\]]|[^"{}[\]]+/y;
const scalar = /[^,\]}\s]+/y;

function endOf(pattern: RegExp, text: string, at: number): number {
	pattern.lastIndex = at;
	return pattern.test(text) ? pattern.lastIndex : at;
}
const overBlanks = (text: string, at: number) => endOf(blanks, text, at);

/** The end of the value that begins here. */
function endOfValue(text: string, at: number): number {
	if (text[at] === '"') return endOf(string, text, at);
	if (text[at] !== '{' && text[at] !== '[') return endOf(scalar, text, at);
	let depth = 0;
	let end = at;
	do {
		const char = text[end];
		if (char === '{' || char === '[') depth++;
		if (char === '}' || char === ']') depth--;
		end = endOf(token, text, end);
	} while (depth > 0);
	return end;
}

/** The members of an object, or the items of an array, that begins here; JSON keeps the last of equal names. */
function* children(text: string, open: number): Generator<{readonly name: string; readonly start: number}> {
	const isObject = text[open] === '{';
	let at = overBlanks(text, open + 1);
	while (text[at] !== '}' && text[at] !== ']') {
		let name = '';
		if (isObject) {
			const end = endOf(string, text, at);
			name = JSON.parse(text.slice(at, end));
			at = overBlanks(text, overBlanks(text, end) + 1);
		}
		yield {name, start: at};
		at = overBlanks(text, endOfValue(text, at));
		if (text[at] === ',') at = overBlanks(text, at + 1);
	}
}

/** The extent of the value at a path that exists. */
export function locate(text: string, path: readonly (string | number)[]): Extent {
	let start = overBlanks(text, 0);
	for (const step of path) {
		let index = 0;
		let found = start;
		for (const child of children(text, start)) {
			if (typeof step === 'number' ? index++ === step : child.name === step) found = child.start;
		}
		start = found;
	}
	return {start, end: endOfValue(text, start)};
}
