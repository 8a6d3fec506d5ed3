import {findSymbol, type Span} from './symbol.ts';

/** Frames beyond this many say nothing more about the fault. */
const maxFrames = 100;
const [lf, parenthesis] = [0x0a, 0x28];
const [less, dollar] = [0x3c, 0x24];

/** Compilers number what they generate (`<Open>b__12_0`, `Main$3`), differently with each build: such numbers say nothing. */
export const isGenerated = (data: Buffer, start: number, end: number) => {
	for (let at = start; at < end; at++) if (data[at] === less || data[at] === dollar) return true;
	return false;
};

/** The name as it counts: without the numbers of the compiler. */
export const readSymbol = (data: Buffer, {start, end}: Span): string => {
	const text = data.toString('utf8', start, end);
	return isGenerated(data, start, end) ? text.replace(/\d/g, '') : text;
};

const isSame = (data: Buffer, one: Span, other: Span) =>
	one.end - one.start === other.end - other.start &&
	data.compare(data, one.start, one.end, other.start, other.end) === 0;

/** Ends of lines and first parentheses, looked up once each: looking for a parenthesis in each line anew would read on to the next one each time. */
const createLineFinder = (data: Buffer, from: number, to: number) => {
	let open = data.indexOf(parenthesis, from);
	return {
		findEnd: (at: number) => {
			const end = data.indexOf(lf, at);
			return end < 0 || end > to ? to : end;
		},
		findOpen: (at: number, end: number) => {
			if (open >= 0 && open < at) open = data.indexOf(parenthesis, at);
			return open < end ? open : -1;
		},
	};
};

/** Calls for each frame of a stack trace that has a name; a function that calls itself counts once. Returns how many there were. */
export const forEachFrame = (data: Buffer, from: number, to: number, visit: (span: Span) => void): number => {
	const {findEnd, findOpen} = createLineFinder(data, from, to);
	let span = {start: 0, end: 0};
	let before = {start: 0, end: 0};
	let frames = 0;
	for (let at = from; at < to && frames < maxFrames; ) {
		const end = findEnd(at);
		findSymbol(data, at, end, findOpen(at, end), span);
		if (span.end > span.start && !isSame(data, span, before)) {
			visit(span);
			frames++;
			[span, before] = [before, span];
		}
		at = end + 1;
	}
	return frames;
};
