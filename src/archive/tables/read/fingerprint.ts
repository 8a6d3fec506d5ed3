import {findSymbol} from './stack-symbol.ts';

/** The fields that tell one crash from another; an absent one is empty. */
export type Crash = {
	readonly class: string;
	readonly method: string;
	readonly message: string;
	readonly stack: string;
};

/** The most frames that are compared: the innermost ones tell faults apart. */
const maxFrames = 100;

/** Compilers number what they generate (`<Open>b__12_0`, `Main$3`) differently with each build. */
function dropGeneratedNumbers(name: string): string {
	return /[<$]/.test(name) ? name.replace(/\d/g, '') : name;
}

/** The names on a stack trace, innermost first; a function that calls itself counts once. */
export function getFrames(stack: string): readonly string[] {
	const frames: string[] = [];
	for (let start = 0; start < stack.length && frames.length < maxFrames; ) {
		const end = stack.indexOf('\n', start);
		const line = stack.slice(start, end < 0 ? stack.length : end);
		start += line.length + 1;
		const name = dropGeneratedNumbers(findSymbol(line) ?? '');
		if (name !== '' && name !== frames.at(-1)) frames.push(name);
	}
	return frames;
}

/** Parts of a message that vary between crashes of one fault. */
const varying: readonly RegExp[] = [
	/"[^"\n]*"|'[^'\n]*'|«[^»\n]*»|“[^”\n]*”|‘[^’\n]*’|`[^`\n]*`/g,
	/\b[a-z][a-z\d+.-]*:\/\/\S+/gi,
	/(?:\b[a-z]:)?(?:[\\/][^\\/\s:*?"<>|]+){2,}[\\/]?/gi,
	/\b[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}\b/gi,
	/\b0x[\da-f]+\b|\b[\da-f]{8,}\b/gi,
	/[-+]?\d+(?:[.,:]\d+)*/g,
];

/** Replaces quoted values, URLs, paths, ids and numbers of a message by a dot. */
export const normalizeMessage = (message: string): string =>
	varying
		.reduce((text, pattern) => text.replace(pattern, '·'), message.slice(0, 2000))
		.replace(/\s+/g, ' ')
		.trim();

/** Two 32-bit FNV-1a hashes with different primes, which together tell 64 bits apart. */
class Hash {
	#first = 0x811c9dc5 | 0;
	#second = 0x9747b28c | 0;

	#mix(first: number, second: number): void {
		this.#first = Math.imul(this.#first ^ first, 0x01000193);
		this.#second = Math.imul(this.#second ^ second, 0x85ebca6b);
	}

	#addBytes(text: string): void {
		for (const byte of Buffer.from(text)) this.#mix(byte, byte);
	}

	/** Adds the hash of a text, so that the boundaries between texts count. */
	add(text: string): void {
		const own = new Hash();
		own.#addBytes(text);
		this.#mix(own.#first, own.#second);
		this.#mix(own.#first >>> 16, own.#second >>> 16);
	}

	/** 16 hex digits. */
	toString(): string {
		return [this.#first, this.#second].map(half => (half >>> 0).toString(16).padStart(8, '0')).join('');
	}
}

/**
 * Identifies the fault behind a crash: a hash of class, method and the names on the stack, without what differs between
 * installations and builds. A crash with neither method nor stack is identified by its message. Returns 16 hex digits.
 */
export function getFingerprint({class: className, method, message, stack}: Crash): string {
	const hash = new Hash();
	hash.add(dropGeneratedNumbers(className));
	hash.add(dropGeneratedNumbers(findSymbol(method) ?? method));
	const frames = getFrames(stack);
	for (const frame of frames) hash.add(frame);
	if (frames.length === 0 && method === '') hash.add(dropGeneratedNumbers(normalizeMessage(message)));
	return hash.toString();
}
