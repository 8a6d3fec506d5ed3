import type {Labelled} from '../contract/values.ts';
import {CliError} from '../errors.ts';
import {type JsonIndex, skipBlanks} from './json-index.ts';
import type {TextPool} from './text-pool.ts';

/** A JSON text that was checked, as its bytes. */
export type Source = JsonIndex & {
	readonly bytes: Buffer;
	readonly pool: TextPool;
	/** Makes the value of the object or array that opens at a place and has that number in the index. */
	readonly open: (source: Source, start: number, number: number) => Labelled;
};

const [quote, comma, colon, openArray] = [34, 44, 58, 91];
const [backslash, closeArray, openObject, closeObject] = [92, 93, 123, 125];

function readString({bytes, pool}: Source, from: number, {to, isPlain}: {to: number; isPlain: boolean}): string {
	return isPlain ? pool.read(bytes, from + 1, to - 1) : (JSON.parse(bytes.toString('utf8', from, to)) as string);
}

/** A figure is shown exactly or refused, never rounded in silence. */
function readNumber(word: string): number {
	const value = Number(word);
	if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value)))
		throw new CliError('refused', `the answer holds a number that cannot be kept exactly: ${word.slice(0, 40)}`, {
			hint: 'see the body as it is with --raw',
		});
	return value;
}

const words = new Map<string, boolean | null>([
	['true', true],
	['false', false],
	['null', null],
]);

function readWord(bytes: Buffer, from: number, to: number): Labelled {
	const word = bytes.toString('latin1', from, to);
	const known = words.get(word);
	return known === undefined ? readNumber(word) : known;
}

/** Steps through the members of one object, or the items of one array, forwards. */
export class Members {
	protected readonly source: Source;
	protected readonly start: number;
	protected readonly first: number;
	private readonly bytes: Buffer;
	/** Place in the text: after what was read last. */
	private place = 0;
	/** Number of the next object or array in the index. */
	private number = 0;
	private nameStart = 0;
	private nameEnd = 0;
	/** No escapes and no more than ASCII in the string that was passed last. */
	private isPlain = true;

	/** Of the object or array that opens at a place and has that number in the index. */
	constructor(source: Source, start: number, number: number) {
		this.source = source;
		this.start = start;
		this.first = number;
		this.bytes = source.bytes;
		this.rewind();
	}

	/** Back to the beginning. */
	rewind(): void {
		this.place = this.start + 1;
		this.number = this.first + 1;
	}

	/** Goes to the next item or member; false at the end. Its value must be read or skipped before the next step. */
	step(): boolean {
		// Most texts have no blanks, and here are most of the calls.
		if (this.bytes[this.place] === comma && this.bytes[this.place + 1] === quote) {
			this.place++;
			return true;
		}
		let place = skipBlanks(this.bytes, this.place);
		if (this.bytes[place] === comma) place = skipBlanks(this.bytes, place + 1);
		this.place = place;
		const byte = this.bytes[place];
		return byte !== closeObject && byte !== closeArray;
	}

	/** The same, and past the name, in an object. */
	stepName(): boolean {
		if (!this.step()) return false;
		this.nameStart = this.place;
		this.nameEnd = this.skipString(this.place);
		const isTight = this.bytes[this.nameEnd] === colon && (this.bytes[this.nameEnd + 1] as number) > 32;
		this.place = isTight ? this.nameEnd + 1 : skipBlanks(this.bytes, skipBlanks(this.bytes, this.nameEnd) + 1);
		return true;
	}

	name(): string {
		return readString(this.source, this.nameStart, {to: this.nameEnd, isPlain: this.isPlain});
	}

	/** True when the name is that one; a string is made only for a name that is not plain. */
	private isNamed(name: string): boolean {
		if (!this.isPlain) return this.name() === name;
		const start = this.nameStart + 1;
		if (this.nameEnd - start - 1 !== name.length) return false;
		for (let index = 0; index < name.length; index++)
			if (this.bytes[start + index] !== name.charCodeAt(index)) return false;
		return true;
	}

	/** Goes on to the member of that name; false when there is none from here on. */
	find(name: string): boolean {
		while (this.stepName()) {
			if (this.isNamed(name)) return true;
			this.skip();
		}
		return false;
	}

	read(): Labelled {
		const start = this.place;
		const byte = this.bytes[start];
		if (byte === openObject || byte === openArray) {
			const number = this.number;
			this.skip();
			return this.source.open(this.source, start, number);
		}
		const short = this.readShortInteger(start);
		if (short >= 0) return short;
		const end = this.skip();
		return byte === quote
			? readString(this.source, start, {to: end, isPlain: this.isPlain})
			: readWord(this.bytes, start, end);
	}

	/** Nearly all figures are short and whole: this saves a string for each. Goes past it; -1 for anything else. */
	private readShortInteger(from: number): number {
		let value = 0;
		for (let place = from; place < from + 10; place++) {
			const byte = this.bytes[place] as number;
			if (byte >= 48 && byte <= 57) value = value * 10 + byte - 48;
			else if (place === from || (byte !== comma && byte !== closeObject)) return -1;
			else {
				this.place = place;
				return value;
			}
		}
		return -1;
	}

	/** Goes past the value; the place after it. */
	skip(): number {
		const byte = this.bytes[this.place];
		if (byte === quote) this.place = this.skipString(this.place);
		else if (byte === openObject || byte === openArray) {
			this.place = this.source.ends[this.number] as number;
			this.number = this.source.nexts[this.number] as number;
		} else this.place = this.skipWord(this.place);
		return this.place;
	}

	private skipString(from: number): number {
		const {bytes} = this;
		let isPlain = true;
		let place = from + 1;
		for (;;) {
			const byte = bytes[place++] as number;
			if (byte === quote) break;
			if (byte === backslash) place++;
			if (byte === backslash || byte > 127) isPlain = false;
		}
		this.isPlain = isPlain;
		return place;
	}

	private skipWord(from: number): number {
		let place = from;
		for (;;) {
			const byte = this.bytes[place];
			if (byte === undefined || byte <= 32 || byte === comma || byte === closeArray || byte === closeObject)
				return place;
			place++;
		}
	}
}
