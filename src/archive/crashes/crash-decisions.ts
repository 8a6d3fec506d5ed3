import {join} from 'node:path';
import {isCalendarDay} from '../../calendar.ts';
import {CliError, placeIn} from '../../errors.ts';
import {writeFileAtomic} from '../../files/atomic-file.ts';
import {disk, isDiskError} from '../../files/disk.ts';
import {compareVersions} from '../../text/version-order.ts';
import {validateNoLinks} from '../archive-links.ts';
import {readerVersion} from './fingerprint.ts';
import {type FollowedFingerprints, findNewest, readFollowed} from './followed-fingerprints.ts';

/**
 * The decisions on crash groups of an archive: a text file made for version control, with a line for each, sorted by fingerprint:
 * `0123456789abcdef fixed-in 5.2 # note`. The first line says which version of the reader made the fingerprints.
 */

export const decisionFile = 'crash-decisions.txt';

export const decisionKinds = ['known', 'fixed-in', 'ignore-until'] as const;
export type DecisionKind = (typeof decisionKinds)[number];

export type Decision = {
	readonly fingerprint: string;
	readonly kind: DecisionKind;
	/** The version of `fixed-in`, the day of `ignore-until`; empty for `known`. */
	readonly value: string;
	readonly note: string;
};
export type Decisions = ReadonlyMap<string, Decision>;

const maxBytes = 4 * 1024 * 1024;
const maxLineLength = 1000;

const linePattern = /^([0-9a-f]{16}) (known|fixed-in|ignore-until)(?: ([^\s#]+))?(?: +# ?(.*))?$/;

/** Returns why the value does not fit the decision. */
export function findValueError(kind: DecisionKind, value: string): string | undefined {
	if (kind === 'known') return value === '' ? undefined : 'known takes no value';
	if (kind === 'fixed-in')
		return /^[^\s#\p{C}]{1,100}$/u.test(value) ? undefined : 'fixed-in needs a version, such as 5.2';
	return isCalendarDay(value) ? undefined : 'ignore-until needs a date, such as 2027-01 or 2027-01-31';
}

const isPrintable = (text: string) => !/\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}/u.test(text);
/** Returns why a text cannot be a note, which must fit in a line. */
export const findNoteError = (note: string): string | undefined =>
	note.length > 500
		? 'a note has at most 500 characters'
		: isPrintable(note)
			? undefined
			: 'a note is one line of text without control characters';

/** Writes the month of `ignore-until` as its first day. */
export const createDecision = (decision: Decision): Decision => ({
	...decision,
	value:
		decision.kind === 'ignore-until' && /^\d{4}-\d\d$/.test(decision.value) ? `${decision.value}-01` : decision.value,
});

type LineError = {
	readonly message: string;
	/** The offset in the line. */
	readonly at: number;
};

/** Matches as much of a line as is valid. */
const validPart = /^(?:[0-9a-f]{16}(?: (?:known|fixed-in|ignore-until)(?![^ ])(?: [^\s#]+)?)?)?/;

function parseLine(line: string): Decision | LineError {
	if (/^(?:<{7}|={7}|>{7}|\|{7})/.test(line)) return {message: 'an unresolved merge conflict', at: 0};
	const found = line.length <= maxLineLength ? linePattern.exec(line) : undefined;
	if (!found)
		return {
			message: 'expected FINGERPRINT known, fixed-in VERSION or ignore-until DATE, and optionally # NOTE',
			at: validPart.exec(line)?.[0].length ?? 0,
		};
	const [, fingerprint = '', kind = '', value = '', note = ''] = found;
	const decision = createDecision({fingerprint, kind: kind as DecisionKind, value, note});
	const valueError = findValueError(decision.kind, decision.value);
	if (valueError) return {message: valueError, at: fingerprint.length + kind.length + 1};
	const noteError = findNoteError(note);
	return noteError ? {message: noteError, at: line.indexOf('#')} : decision;
}

/** Finding a place takes time in a large file. */
const maxPlacedErrors = 20;

const versionPattern = /^# fingerprint version (\d{1,6})$/;
/** The version of files without a first line that says it. */
const versionWithoutHeader = 2;

export type DecisionFile = {readonly decisions: Decisions; readonly version: number};

function validateVersion(version: number, path: string): void {
	if (version <= readerVersion) return;
	throw new CliError('usage', `${path} was written by a newer usagectl (fingerprint version ${version})`, {
		hint: `update usagectl, which knows version ${readerVersion}`,
	});
}

/** Throws CliError (usage) that has the first errors with their places. */
export function parseDecisions(text: string, path: string): DecisionFile {
	let version = versionWithoutHeader;
	const decisions = new Map<string, Decision>();
	const found: {readonly message: string; readonly start: number; readonly end: number}[] = [];
	const add = (line: string, start: number) => {
		const parsed = parseLine(line);
		const reject = ({message, at}: LineError) => found.push({message, start: start + at, end: start + line.length});
		if ('message' in parsed) reject(parsed);
		else if (decisions.has(parsed.fingerprint)) reject({message: `${parsed.fingerprint} is decided twice`, at: 0});
		else decisions.set(parsed.fingerprint, parsed);
	};
	let start = 0;
	for (const raw of text.split('\n')) {
		const line = raw.replace(/^\uFEFF/, '').trimEnd();
		const header = start === 0 ? versionPattern.exec(line) : null;
		if (header) version = Number(header[1]);
		else if (line !== '') add(line, start + (raw.startsWith('\uFEFF') ? 1 : 0));
		start += raw.length + 1;
	}
	const errors = found
		.slice(0, maxPlacedErrors)
		.map(
			({message, ...span}) =>
				new CliError('usage', message, {hint: 'correct or delete the line', place: placeIn({name: path, text}, span)}),
		);
	validateVersion(version, path);
	const [first] = errors;
	if (first === undefined) return {decisions, version};
	if (errors.length === 1) throw first;
	throw new CliError('usage', `${path} has ${found.length} errors`, {
		hint: 'correct or delete these lines',
		errors,
		problems: errors.map(({message, details: {place}}) => `line ${place?.line}, column ${place?.column}: ${message}`),
	});
}

const formatDecision = ({fingerprint, kind, value, note}: Decision): string =>
	[fingerprint, kind, ...(value === '' ? [] : [value]), ...(note === '' ? [] : [`# ${note}`])].join(' ');

export function formatDecisions(decisions: Decisions): string {
	if (decisions.size === 0) return '';
	const lines = [...decisions.values()].map(formatDecision).sort();
	return [`# fingerprint version ${readerVersion}`, ...lines, ''].join('\n');
}

/** Returns no decisions if the archive has no such file, or is a file itself. Throws CliError: `usage`, `damaged` for a link, `disk`. */
export async function readDecisionFile(folder: string): Promise<DecisionFile> {
	await validateNoLinks(folder, [decisionFile]);
	const path = join(folder, decisionFile);
	try {
		if ((await disk.stat(path)).size > maxBytes)
			throw new CliError('usage', `${path} is larger than ${maxBytes / 1024 / 1024} MB`, {
				hint: 'delete lines, or move it away',
			});
		return parseDecisions(await disk.readText(path), path);
	} catch (error) {
		if (isDiskError(error, 'ENOENT', 'ENOTDIR')) return {decisions: new Map(), version: readerVersion};
		throw error;
	}
}

/**
 * Returns the decisions by the newest fingerprints. If two decisions follow to one crash, one made on its own
 * fingerprint counts, else the first by fingerprint.
 */
function followDecisions(decisions: Decisions, followed: FollowedFingerprints): Decisions {
	const found = new Map<string, Decision>();
	const ordered = [...decisions.values()].sort((one, other) => (one.fingerprint < other.fingerprint ? -1 : 1));
	for (const decision of ordered)
		for (const fingerprint of findNewest(decision.fingerprint, followed))
			if (!found.has(fingerprint) || fingerprint === decision.fingerprint)
				found.set(fingerprint, {...decision, fingerprint});
	return found;
}

/** Returns the decisions by the newest fingerprints of their crashes. Throws as `readDecisionFile` does. */
export async function readDecisions(folder: string): Promise<Decisions> {
	const {decisions} = await readDecisionFile(folder);
	return decisions.size === 0 ? decisions : followDecisions(decisions, await readFollowed(folder));
}

/** Returns the decisions of all archives among these paths; the first one counts. */
export async function readAllDecisions(paths: readonly string[]): Promise<Decisions> {
	const read = await Promise.all(paths.map(readDecisions));
	return new Map(read.toReversed().flatMap(decisions => [...decisions]));
}

export const writeDecisions = (folder: string, decisions: Decisions): Promise<void> =>
	writeFileAtomic(join(folder, decisionFile), formatDecisions(decisions), {mode: 0o666});

/** The effect of a decision on a group. */
export type DecisionState = 'quiet' | 'regressed' | undefined;

/**
 * A known group is quiet, and so are an ignored one until that day and a fixed one as long as only earlier versions report it. A fixed
 * group that the fixed version or a later one reports has regressed.
 */
export function getDecisionState(
	decision: Decision | undefined,
	{lastVersion, today}: {readonly lastVersion: string | null; readonly today: string},
): DecisionState {
	if (decision === undefined) return undefined;
	if (decision.kind === 'known') return 'quiet';
	if (decision.kind === 'ignore-until') return today < decision.value ? 'quiet' : undefined;
	return lastVersion !== null && compareVersions(lastVersion, decision.value) >= 0 ? 'regressed' : 'quiet';
}

export const describeDecision = ({kind, value}: Decision): string => (value === '' ? kind : `${kind} ${value}`);
