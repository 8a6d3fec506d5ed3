import {createName, hashName, type Name} from './name-hash.ts';
import {findInside, findSymbol, type Span} from './symbol.ts';

/** Frames beyond this many say nothing more about the fault. */
const maxFrames = 100;
const [lf, parenthesis] = [0x0a, 0x28];

/** Looks a byte up where the data is gone over from the front: looking for it in each line anew would read on to the next one each time. */
const createFinder = (data: Buffer, byte: number, from: number) => {
	let next = data.indexOf(byte, from);
	return (at: number, to: number): number => {
		if (next >= 0 && next < at) next = data.indexOf(byte, at);
		return next >= 0 && next < to ? next : -1;
	};
};

/** Finds the name in a line by reading it; without one, it has no length. */
const lookAt = (data: Buffer, line: Readonly<Span>, open: number, name: Name): void => {
	findSymbol(data, line, open, name);
	hashName(data, name);
};

/** Names by what stands in front of the parenthesis, from there on: the same few come a million times, and reading each takes four times as long. */
const known = new Map<string, Readonly<Name>>();
const mostKnown = 50_000;

/** Finds the name in a line whose first parenthesis is at `open`, and the name not behind it. */
const remember = (data: Buffer, line: Readonly<Span>, open: number, name: Name): void => {
	const before = data.toString('latin1', line.start, open);
	let found = known.get(before);
	if (!found) {
		lookAt(data, line, open, name);
		found = {...name, start: name.start - line.start, end: name.end - line.start};
		if (known.size >= mostKnown) known.clear();
		known.set(before, found);
	}
	name.start = line.start + found.start;
	name.end = line.start + found.end;
	name.one = found.one;
	name.two = found.two;
};

const isSame = (one: Name, other: Name) => one.one === other.one && one.two === other.two;

/** Calls for each frame of a stack trace that has a name; a function that calls itself counts once. Returns how many there were. */
export const forEachFrame = (data: Buffer, from: number, to: number, visit: (name: Name) => void): number => {
	const findLineEnd = createFinder(data, lf, from);
	const findOpen = createFinder(data, parenthesis, from);
	let name = createName();
	let before = createName();
	let frames = 0;
	const line = {start: from, end: from};
	for (; line.start < to && frames < maxFrames; line.start = line.end + 1) {
		const end = findLineEnd(line.start, to);
		line.end = end < 0 ? to : end;
		const open = findOpen(line.start, line.end);
		if (open < 0 || findInside(data, open, line.end, name)) lookAt(data, line, open, name);
		else remember(data, line, open, name);
		if (name.start === name.end || isSame(name, before)) continue;
		visit(name);
		frames++;
		[name, before] = [before, name];
	}
	return frames;
};
