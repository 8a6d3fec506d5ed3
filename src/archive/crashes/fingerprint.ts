import {CliError} from '../../errors.ts';
import {replaceGeneratedName} from './generated-names.ts';
import {findSymbol} from './stack-symbol.ts';
import {findUnresolvedFrame} from './unresolved-frame.ts';

/**
 * Changing a fingerprint is expensive: archives store it in their Parquet parts, and people's decision files
 * (crash-decisions.txt) name it. With a new `readerVersion`, each archive reads all its files again at its next update,
 * and writes down which new fingerprints the decided crashes have (followed-fingerprints.ts).
 */

/** The version of how rows become records, with their fingerprints. Increase it when either changes. */
export const readerVersion = 3;

/** The fields that distinguish crashes; an absent one is empty. Groups with similar stacks are joined in crashes/group-variants.ts. */
export type Crash = {
	readonly class: string;
	readonly method: string;
	readonly message: string;
	readonly stack: string;
	/** Version and build of the program, which frames without function names depend on. */
	readonly build: string;
};

/** Returns what identifies a build of the program. */
export const toBuild = (version = '', build = ''): string => `${version} ${build}`.trim();

/** The innermost frames distinguish crashes; later ones are not compared. */
const maxFrames = 100;

/** The service cuts long stacks at a length that is not documented; shorter ones are whole. */
const minCutLength = 1000;

/**
 * Leaves out the last line of a long stack if the name in it may be cut: unlike the line before, it has no parenthesis
 * and does not end with a line number.
 */
function dropCutLine(stack: string): string {
	if (stack.length < minCutLength) return stack;
	const whole = stack.trimEnd();
	const end = whole.lastIndexOf('\n');
	const before = whole.slice(0, Math.max(0, end));
	const isCut = !/\(|:\d+$/.test(whole.slice(end + 1)) && before.includes('(', before.lastIndexOf('\n'));
	return isCut ? before : stack;
}

const findFrame = (line: string, build: string) =>
	findUnresolvedFrame(line, build) ?? replaceGeneratedName(findSymbol(line) ?? '');

/**
 * Returns the functions of a stack trace, innermost first: their names, or what is known of a place without one. Direct
 * recursion counts once.
 */
export function getFrames(stack: string, build: string): readonly string[] {
	const frames: string[] = [];
	const text = dropCutLine(stack);
	for (let start = 0; start < text.length && frames.length < maxFrames; ) {
		const end = text.indexOf('\n', start);
		const line = text.slice(start, end < 0 ? text.length : end);
		start += line.length + 1;
		const frame = findFrame(line, build);
		if (frame !== '' && frame !== frames.at(-1)) frames.push(frame);
	}
	return frames;
}

/** A module with or without an address in it: `{Acme.exe}`, `KERNEL32.dll`, `libacme.so.1`, `acme!0x7ff612`. */
const modulePattern = /([\w\u0080-\uffff.+-]+?)(?:\.(?:exe|dll|bpl|ocx|so|dylib)\b|!)/i;

/** Returns the name of the first module in a stack trace, without path and ending, in lower case. */
export const findInnermostModule = (stack: string): string | undefined => modulePattern.exec(stack)?.[1]?.toLowerCase();

const varyingParts: readonly RegExp[] = [
	/"[^"\n]*"|'[^'\n]*'|«[^»\n]*»|“[^”\n]*”|‘[^’\n]*’|`[^`\n]*`/g,
	/\b[a-z][a-z\d+.-]*:\/\/\S+/gi,
	/(?:\b[a-z]:)?(?:[\\/][^\\/\s:*?"<>|]+){2,}[\\/]?/gi,
	/\b[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}\b/gi,
	/\b0x[\da-f]+\b|\b[\da-f]{8,}\b/gi,
	/[-+]?\d+(?:[.,:]\d+)*/g,
];

/** Replaces quoted values, URLs, paths, IDs and numbers in a message with a dot. */
export const normalizeMessage = (message: string): string =>
	varyingParts
		.reduce((text, pattern) => text.replace(pattern, '·'), message.slice(0, 2000))
		.replace(/\s+/g, ' ')
		.trim();

/** Two 32-bit FNV-1a hashes with different primes, together 64 bits. */
class FingerprintHash {
	#first = 0x811c9dc5 | 0;
	#second = 0x9747b28c | 0;

	#mix(first: number, second: number): void {
		this.#first = Math.imul(this.#first ^ first, 0x01000193);
		this.#second = Math.imul(this.#second ^ second, 0x85ebca6b);
	}

	#addBytes(text: string): void {
		for (const byte of Buffer.from(text)) this.#mix(byte, byte);
	}

	/** Adds the hash of the text rather than the text, so that boundaries between texts count. */
	add(text: string): void {
		const textHash = new FingerprintHash();
		textHash.#addBytes(text);
		this.#mix(textHash.#first, textHash.#second);
		this.#mix(textHash.#first >>> 16, textHash.#second >>> 16);
	}

	toString(): string {
		return [this.#first, this.#second].map(half => (half >>> 0).toString(16).padStart(8, '0')).join('');
	}
}

/** Returns the name of a method, from a text that may be a whole line of a stack. */
export const getMethodName = (method: string): string => replaceGeneratedName(findSymbol(method) ?? method);

/**
 * Returns 16 hex digits: a hash of class, method and the frames of the stack, without the parts that differ between
 * installations and builds. Without frames, the innermost module stands for the stack. A crash with neither method nor
 * stack is identified by its message.
 */
export function getFingerprint({class: className, method, message, stack, build}: Crash): string {
	const hash = new FingerprintHash();
	hash.add(replaceGeneratedName(className));
	hash.add(getMethodName(method));
	const frames = getFrames(stack, build);
	for (const frame of frames) hash.add(frame);
	const module = frames.length === 0 ? findInnermostModule(stack) : undefined;
	if (module !== undefined) hash.add(module);
	else if (frames.length === 0 && method === '') hash.add(replaceGeneratedName(normalizeMessage(message)));
	return hash.toString();
}

/** `listCommand` is the command line that lists the fingerprints, for the hint of an error. */
export type FingerprintArgument = {readonly fingerprint: string; readonly listCommand: string};

export const createFingerprintError = ({fingerprint, listCommand}: FingerprintArgument, reason: string) =>
	new CliError('usage', `${fingerprint}: ${reason}`, {hint: `list the fingerprints: ${listCommand}`, code: 'no-crash'});

/** A fingerprint, or as much of it as must be typed. */
export const fingerprintPattern = /^[0-9a-f]{4,16}$/i;
export const isFingerprint = (text: string): boolean => fingerprintPattern.test(text);

/** Returns the fingerprint or prefix in lower case. Throws CliError (usage) if it is neither. */
export function parseFingerprint(argument: FingerprintArgument): string {
	const {fingerprint: text} = argument;
	if (isFingerprint(text)) return text.toLowerCase();
	throw createFingerprintError(argument, 'expected the 16 hex digits of a fingerprint, or at least the first 4');
}
