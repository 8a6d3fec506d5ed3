import {join} from 'node:path';
import {CliError} from '../../errors.ts';
import {withFolderLock} from '../../files/with-lock.ts';
import type {Column, Row} from '../../output/dataset.ts';
import {nearNames, suggestion} from '../../text/near-names.ts';
import type {RecordPorts} from '../records/record-ports.ts';
import {withRecords} from '../records/with-records.ts';
import {noFilter} from '../sql/record-relations.ts';
import {
	createDecision,
	type Decision,
	type Decisions,
	decisionFile,
	decisionKinds,
	describeDecision,
	findNoteError,
	findValueError,
	readDecisions,
	writeDecisions,
} from './crash-decisions.ts';
import {type CrashDetail, findCrash} from './crash-detail.ts';
import {readCrashGroups} from './crash-groups.ts';
import {describeRegression} from './decided-groups.ts';

/** The words that follow a fingerprint on the command line; `open` takes a decision back. */
export const decisionWords = [...decisionKinds, 'open'] as const;

export type NewDecision = Omit<Decision, 'fingerprint'>;

type TypedDecision = {
	readonly word: string;
	readonly value: string;
	readonly note: string | undefined;
	readonly today: string;
};

const createError = (message: string, hint: string, suggest: readonly string[] = []) =>
	new CliError('usage', message, {...suggestion(suggest, hint), code: 'bad-decision'});

const findDayError = ({kind, value}: NewDecision, today: string) =>
	kind === 'ignore-until' && value <= today ? `ignore-until ${value} is not after today (${today})` : undefined;

/** Returns undefined to take a decision back. Throws CliError (usage). */
export function parseDecision({word, value: typed, note, today}: TypedDecision): NewDecision | undefined {
	const kind = decisionWords.find(each => each === word);
	if (kind === undefined)
		throw createError(
			`'${word}' is not a decision`,
			`decisions are ${decisionWords.join(', ')}`,
			nearNames(word, decisionWords),
		);
	if (kind === 'open') {
		if (typed === '' && note === undefined) return undefined;
		throw createError('open takes no value and no --note', 'it removes the decision with its note');
	}
	const decision = createDecision({fingerprint: '', kind, value: typed, note: note?.trim() ?? ''});
	const valueError = findValueError(kind, decision.value) ?? findDayError(decision, today);
	if (valueError) throw createError(valueError, 'see usagectl exceptions mark --help');
	const noteError = findNoteError(decision.note);
	if (noteError) throw createError(`--note: ${noteError}`, 'shorten it, or write it in one line');
	return {kind, value: decision.value, note: decision.note};
}

export const decisionColumns: readonly Column[] = [
	{key: 'fingerprint', title: 'Fingerprint', kind: 'text', layout: {priority: 1, minWidth: 16}},
	{key: 'decision', title: 'Decision', kind: 'text', layout: {priority: 1}},
	{key: 'note', title: 'Note', kind: 'text', hiddenWhenEmpty: true},
	{key: 'before', title: 'Before', kind: 'text', hiddenWhenEmpty: true},
	{key: 'class', title: 'Class', kind: 'text', hiddenWhenEmpty: true, layout: {cut: 'start'}},
	{key: 'method', title: 'Method', kind: 'text', hiddenWhenEmpty: true, layout: {cut: 'start'}},
];

export type Change = {
	readonly folder: string;
	/** The fingerprint, or its first characters. */
	readonly prefix: string;
	/** The command line that lists the groups. */
	readonly listCommand: string;
	readonly decision: NewDecision | undefined;
};

type MarkPorts = Omit<RecordPorts, 'kind'> & {
	readonly globals: {readonly dryRun: boolean};
};

type Group = {
	readonly fingerprint: string;
	readonly variants: ReadonlySet<string>;
	/** Undefined if the archive does not have the group. */
	readonly crash: CrashDetail | undefined;
};

async function findGroup({folder, prefix: fingerprint, listCommand}: Change, ports: MarkPorts): Promise<Group> {
	const request = {paths: [folder], filter: noFilter, rejects: undefined};
	return withRecords(request, {...ports, kind: 'exceptions'}, async records => {
		const crashGroups = await readCrashGroups(records);
		const period = {since: undefined, until: undefined};
		const crash = await findCrash(records, crashGroups, {fingerprint, listCommand, period});
		const {fingerprint: head} = crash;
		const variants = [...crashGroups.heads].flatMap(([variant, of]) => (of === head ? [variant] : []));
		return {fingerprint: head, variants: new Set([head, ...variants]), crash};
	});
}

/** Returns the group that a decision is on, which can outlive the crash reports of the group. */
function findDecided(decisions: Decisions, prefix: string): Group | undefined {
	const [found, ...others] = [...decisions.keys()].filter(each => each.startsWith(prefix));
	if (found === undefined || others.length > 0) return undefined;
	return {fingerprint: found, variants: new Set([found]), crash: undefined};
}

/** Throws CliError (usage) if there is no decision to take back. */
async function changeDecision(change: Change, ports: MarkPorts): Promise<Row> {
	const {folder, prefix, decision} = change;
	const decisions = await readDecisions(folder);
	const decided = decision ? undefined : findDecided(decisions, prefix);
	const {fingerprint, variants, crash} = decided ?? (await findGroup(change, ports));
	const old = [...decisions.values()].filter(each => variants.has(each.fingerprint));
	if (!decision && old.length === 0)
		throw new CliError('usage', `${fingerprint} has no decision to remove`, {
			hint: `the decisions are in ${join(folder, decisionFile)}`,
			code: 'bad-decision',
		});
	const kept = [...decisions].filter(([each]) => !variants.has(each));
	const added = decision ? {fingerprint, ...decision} : undefined;
	if (!ports.globals.dryRun)
		await writeDecisions(folder, new Map([...kept, ...(added ? [[fingerprint, added] as const] : [])]));
	const regression = added && crash && describeRegression(added, crash, ports.today);
	if (regression !== undefined) await ports.footnote(regression);
	const before = old.map(describeDecision).join(', ');
	const after = added ? describeDecision(added) : 'open';
	return [fingerprint, after, added?.note, before, crash?.class, crash?.method].map(text => text || null);
}

const maxLockWaitMs = 10_000;

/** Writes the decision on a crash group and returns its row; with --dry-run only the row. Throws CliError (usage). */
export async function markGroup(change: Change, ports: MarkPorts): Promise<Row> {
	if (ports.globals.dryRun) {
		const row = await changeDecision(change, ports);
		await ports.note('nothing was written (--dry-run); the decision is valid');
		return row;
	}
	const {stateDir, clock, signal} = ports;
	const lock = {stateDir, name: 'decisions', clock, waitMs: maxLockWaitMs, signal};
	return withFolderLock(change.folder, lock, () => changeDecision(change, ports));
}
