import {join} from 'node:path';
import {
	type Decisions,
	decisionFile,
	describeDecision,
	readDecisions,
	writeDecisions,
} from '../archive/crashes/crash-decisions.ts';
import {findGroupHead} from '../archive/crashes/crash-detail.ts';
import {readCrashGroups} from '../archive/crashes/crash-groups.ts';
import type {NewDecision} from '../archive/crashes/typed-decision.ts';
import type {RecordPorts} from '../archive/records/record-ports.ts';
import {withRecords} from '../archive/records/with-records.ts';
import {noFilter} from '../archive/sql/record-relations.ts';
import {CliError} from '../errors.ts';
import {withLock} from '../files/with-lock.ts';
import {formatCommandLine} from '../lines/line-words.ts';
import type {Column, Row} from '../output/dataset.ts';
import type {Clock} from '../ports.ts';

export const decisionColumns: readonly Column[] = [
	{key: 'fingerprint', title: 'Fingerprint', kind: 'text', layout: {priority: 1, minWidth: 16}},
	{key: 'decision', title: 'Decision', kind: 'text', layout: {priority: 1}},
	{key: 'note', title: 'Note', kind: 'text', hiddenWhenEmpty: true},
	{key: 'before', title: 'Before', kind: 'text', hiddenWhenEmpty: true},
	{key: 'class', title: 'Class', kind: 'text', hiddenWhenEmpty: true, layout: {cut: 'start'}},
	{key: 'method', title: 'Method', kind: 'text', hiddenWhenEmpty: true, layout: {cut: 'start'}},
];

type MarkPorts = Omit<RecordPorts, 'kind'> & {
	readonly globals: {readonly dryRun: boolean};
	readonly clock: Clock;
	readonly signal: AbortSignal;
};

type Group = {readonly fingerprint: string; readonly variants: ReadonlySet<string>; readonly sample: readonly string[]};

/** The command line that lists the groups of an archive. */
export const getListCommand = (folder: string): string => formatCommandLine(['exceptions', 'top', folder]);

async function findGroup(folder: string, fingerprint: string, ports: MarkPorts): Promise<Group> {
	const request = {paths: [folder], filter: noFilter, rejects: undefined};
	return withRecords(request, {...ports, kind: 'exceptions'}, async records => {
		const crashGroups = await readCrashGroups(records);
		const head = findGroupHead(crashGroups, {fingerprint, listCommand: getListCommand(folder)});
		const variants = [...crashGroups.heads].flatMap(([variant, of]) => (of === head ? [variant] : []));
		const sample = (crashGroups.samples.get(head) ?? []).map(String);
		return {fingerprint: head, variants: new Set([head, ...variants]), sample};
	});
}

/** Returns the group that a decision is on, which can outlive the crash reports of the group. */
function findDecided(decisions: Decisions, prefix: string): Group | undefined {
	const [found, ...others] = [...decisions.keys()].filter(each => each.startsWith(prefix));
	if (found === undefined || others.length > 0) return undefined;
	return {fingerprint: found, variants: new Set([found]), sample: []};
}

export type Change = {
	readonly folder: string;
	/** The fingerprint, or its first characters. */
	readonly prefix: string;
	readonly decision: NewDecision | undefined;
};

/** Throws CliError (usage) if there is no decision to take back. */
async function changeDecision({folder, prefix, decision}: Change, ports: MarkPorts): Promise<Row> {
	const decisions = await readDecisions(folder);
	const decided = decision ? undefined : findDecided(decisions, prefix);
	const {fingerprint, variants, sample} = decided ?? (await findGroup(folder, prefix, ports));
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
	const [className, method] = sample;
	return [
		...[fingerprint, added ? describeDecision(added) : 'open', added?.note ?? ''],
		...[old.map(describeDecision).join(', '), className ?? '', method ?? ''],
	].map(text => (text === '' ? null : text));
}

const maxLockWaitMs = 10_000;

/** Writes the decision on a crash group and returns its row; with --dry-run only the row. Throws CliError (usage). */
export async function markGroup(change: Change, ports: MarkPorts): Promise<Row> {
	if (ports.globals.dryRun) {
		const row = await changeDecision(change, ports);
		await ports.note('nothing was written (--dry-run); the decision is valid');
		return row;
	}
	const {clock, signal} = ports;
	const lock = {folder: change.folder, name: '.usagectl-decisions', clock, waitMs: maxLockWaitMs, signal};
	return withLock(lock, () => changeDecision(change, ports));
}
