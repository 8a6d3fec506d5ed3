const blank = /[ \t\n\r]*/y;
const string = /"(?:[^"\\\p{Cc}]|[\x7f-\x9f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/uy;
const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/** Index of the first character that is no JSON (RFC 8259), if there is one: the runtime's own message does not always tell. */
export function findJsonFault(text: string): number | undefined {
	const reader: Reader = {text, index: 0, open: []};
	let state: State | undefined = 'value';
	do {
		match(reader, blank);
		state = steps[state](reader);
	} while (state !== undefined && state !== 'end');
	match(reader, blank);
	return state === 'end' && reader.index === text.length ? undefined : reader.index;
}

type Reader = {readonly text: string; index: number; readonly open: ('{' | '[')[]};
/** What may come next; `first`: behind an opening bracket, `rest`: behind a value within brackets. */
type State = 'value' | 'first' | 'name' | 'colon' | 'rest' | 'end';

/** Each reads one token and tells what may follow; undefined at the fault. */
const steps: Readonly<Record<State, (reader: Reader) => State | undefined>> = {
	value: reader => {
		if (open(reader)) return 'first';
		return match(reader, string) || match(reader, scalar) ? behindValue(reader) : undefined;
	},
	first: reader => (close(reader) ? behindValue(reader) : steps[member(reader)](reader)),
	name: reader => (match(reader, string) ? 'colon' : undefined),
	colon: reader => (take(reader, ':') ? 'value' : undefined),
	rest: reader => {
		if (close(reader)) return behindValue(reader);
		return take(reader, ',') ? member(reader) : undefined;
	},
	end: () => 'end',
};

const member = ({open}: Reader): State => (open.at(-1) === '{' ? 'name' : 'value');
const behindValue = ({open}: Reader): State => (open.length === 0 ? 'end' : 'rest');
const take = (reader: Reader, char: string) => reader.text[reader.index] === char && ++reader.index > 0;

function match(reader: Reader, pattern: RegExp): boolean {
	pattern.lastIndex = reader.index;
	const length = pattern.exec(reader.text)?.[0].length ?? 0;
	reader.index += length;
	return length > 0;
}

function open(reader: Reader): boolean {
	const char = reader.text[reader.index];
	if (char !== '{' && char !== '[') return false;
	reader.open.push(char);
	return take(reader, char);
}

function close(reader: Reader): boolean {
	if (!take(reader, reader.open.at(-1) === '{' ? '}' : ']')) return false;
	reader.open.pop();
	return true;
}
