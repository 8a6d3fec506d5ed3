import {join} from 'node:path';
import {isCalendarDay} from '../../calendar.ts';
import {CliError, type Place, placeIn} from '../../errors.ts';
import {writeFileAtomic} from '../../files/atomic-file.ts';
import {disk, isDiskError} from '../../files/disk.ts';
import {compareVersions} from '../../output/rows/order-rows.ts';
import {validateNoLinks} from '../files/archive-links.ts';

/**
 * The decisions on crash groups of an archive: a text file made for version control, with a line for each, sorted by fingerprint:
 * `0123456789abcdef fixed-in 5.2 # note`.
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
	return isCalendarDay(value) ? undefined : 'ignore-until needs a date, such as 2027-01-31';
}

const isPrintable = (text: string) => !/\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}/u.test(text);
/** Returns why a text cannot be a note, which must fit in a line. */
export const findNoteError = (note: string): string | undefined =>
	note.length > 500
		? 'a note has at most 500 characters'
		: isPrintable(note)
			? undefined
			: 'a note is one line of text without control characters';

function parseLine(line: string): Decision | string {
	if (/^(?:<{7}|={7}|>{7}|\|{7})/.test(line)) return 'an unresolved merge conflict';
	const [, fingerprint = '', kind = '', value = '', note = ''] =
		(line.length <= maxLineLength && linePattern.exec(line)) || [];
	if (fingerprint === '')
		return 'expected FINGERPRINT known, fixed-in VERSION or ignore-until DATE, and optionally # NOTE';
	const decision = {fingerprint, kind: kind as DecisionKind, value, note};
	return findValueError(decision.kind, value) ?? findNoteError(note) ?? decision;
}

const createLineError = (message: string, place: Place) =>
	new CliError('usage', message, {hint: 'correct or delete the line', place});

/** Throws CliError (usage) that lists every error. */
export function parseDecisions(text: string, path: string): Decisions {
	const decisions = new Map<string, Decision>();
	const errors: CliError[] = [];
	const add = (line: string, place: Place) => {
		const parsed = parseLine(line);
		if (typeof parsed === 'string') errors.push(createLineError(parsed, place));
		else if (decisions.has(parsed.fingerprint))
			errors.push(createLineError(`${parsed.fingerprint} is decided twice`, place));
		else decisions.set(parsed.fingerprint, parsed);
	};
	let start = 0;
	for (const raw of text.split('\n')) {
		const line = raw.replace(/^\uFEFF/, '').trimEnd();
		if (line !== '') add(line, placeIn({name: path, text}, {start, end: start + raw.length}));
		start += raw.length + 1;
	}
	const [first] = errors;
	if (first === undefined) return decisions;
	if (errors.length === 1) throw first;
	throw new CliError('usage', `${path} has ${errors.length} errors`, {
		hint: 'correct or delete these lines',
		errors,
		problems: errors.slice(0, 5).map(({message, details}) => `line ${details.place?.line}: ${message}`),
	});
}

export const formatDecisions = (decisions: Decisions): string =>
	[...decisions.values()]
		.toSorted((one, other) => (one.fingerprint < other.fingerprint ? -1 : 1))
		.map(({fingerprint, kind, value, note}) =>
			[fingerprint, kind, ...(value === '' ? [] : [value]), ...(note === '' ? [] : [`# ${note}`])].join(' '),
		)
		.map(line => `${line}\n`)
		.join('');

/** Returns no decisions if the archive has no such file. Throws CliError: `usage`, `damaged` for a link, `disk`. */
export async function readDecisions(folder: string): Promise<Decisions> {
	await validateNoLinks(folder, [decisionFile]);
	const path = join(folder, decisionFile);
	try {
		if ((await disk.stat(path)).size > maxBytes)
			throw new CliError('usage', `${path} is larger than ${maxBytes / 1024 / 1024} MB`, {
				hint: 'delete lines, or move it away',
			});
		return parseDecisions(await disk.readText(path), path);
	} catch (error) {
		if (isDiskError(error, 'ENOENT')) return new Map();
		throw error;
	}
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
