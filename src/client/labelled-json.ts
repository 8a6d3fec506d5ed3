import {isUtf8} from 'node:buffer';
import type {Labelled} from '../contract/values.ts';
import {indexJson} from './json-index.ts';
import {Members, type Source} from './json-members.ts';
import {TextPool} from './text-pool.ts';

/** Names with their values; by hand, since a generator costs a report of a million rows a tenth of its time. */
class Entries implements MapIterator<[string, Labelled]> {
	private readonly members: Members;

	constructor(members: Members) {
		this.members = members;
	}

	next(): IteratorResult<[string, Labelled], undefined> {
		const {members} = this;
		if (!members.stepName()) return {done: true, value: undefined};
		const name = members.name();
		return {done: false, value: [name, members.read()]};
	}

	[Symbol.iterator](): this {
		return this;
	}
}

/** An object of the text as a read-only Map that reads the text anew each time it is asked. */
class TextMap extends Members implements ReadonlyMap<string, Labelled> {
	private members(): Members {
		return new Members(this.source, this.start, this.first);
	}

	/** Goes on from the last one found, since names are asked for in the order of the text more often than not. */
	get(name: string): Labelled | undefined {
		if (this.find(name)) return this.read();
		this.rewind();
		return this.find(name) ? this.read() : undefined;
	}

	has(name: string): boolean {
		return this.get(name) !== undefined;
	}

	get size(): number {
		const members = this.members();
		let size = 0;
		for (; members.stepName(); size++) members.skip();
		return size;
	}

	forEach(visit: (value: Labelled, name: string, map: ReadonlyMap<string, Labelled>) => void): void {
		const members = this.members();
		while (members.stepName()) visit(members.read(), members.name(), this);
	}

	entries(): MapIterator<[string, Labelled]> {
		return new Entries(this.members());
	}

	*keys(): MapIterator<string> {
		for (const [name] of this.entries()) yield name;
	}

	*values(): MapIterator<Labelled> {
		for (const [, value] of this.entries()) yield value;
	}

	[Symbol.iterator](): MapIterator<[string, Labelled]> {
		return this.entries();
	}
}

function readArray(source: Source, start: number, number: number): readonly Labelled[] {
	const items: Labelled[] = [];
	const members = new Members(source, start, number);
	while (members.step()) items.push(members.read());
	return items;
}

const open: Source['open'] = (source, start, number) =>
	source.bytes[start] === 123 ? new TextMap(source, start, number) : readArray(source, start, number);

const byteOrderMark = Buffer.from('\u{feff}');

/**
 * Reads JSON whose objects are keyed by labels from data, in the order of the text (wire-facts part 6, 19 and 20).
 * Objects come back as read-only Maps that read the bytes on demand: a report of a million rows costs its body and 8 bytes
 * an object, where a tree of Maps would cost 400 MB. The whole body is checked first, so that a cut one never yields its
 * first half. A label that came twice is met twice when iterating: nothing is lost.
 *
 * Throws SyntaxError for what is not UTF-8, not JSON, or nested deeper than 100. A number that a double cannot keep
 * exactly throws CliError of kind refused where it is met.
 */
export function parseLabelled(body: Uint8Array): Labelled {
	const whole = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
	const bytes = whole.subarray(0, 3).equals(byteOrderMark) ? whole.subarray(3) : whole;
	if (!isUtf8(bytes)) throw new SyntaxError('not UTF-8');
	const root = new Members({bytes, ...indexJson(bytes), pool: new TextPool(), open}, -1, -1);
	root.step();
	return root.read();
}
