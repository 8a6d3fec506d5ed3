import {join} from 'node:path';
import {
	type Decisions,
	decisionFile,
	describeDecision,
	readDecisions,
	writeDecisions,
} from '../../archive/crashes/crash-decisions.ts';
import {findGroupHead, parseFingerprint} from '../../archive/crashes/crash-detail.ts';
import {readCrashGroups} from '../../archive/crashes/crash-groups.ts';
import {decisionWords, type NewDecision, parseDecision} from '../../archive/crashes/typed-decision.ts';
import {withRecords} from '../../archive/records/with-records.ts';
import {noFilter} from '../../archive/sql/record-relations.ts';
import {type Context, defineCommand} from '../../cli/definition/command.ts';
import {optional} from '../../cli/definition/flag.ts';
import {text} from '../../cli/definition/flag-values.ts';
import {CliError, collectErrors} from '../../errors.ts';
import {withLock} from '../../files/with-lock.ts';
import {formatCommandLine} from '../../lines/line-words.ts';
import {type Column, dataset, type Row} from '../../output/dataset.ts';
import {validateArchive} from '../../release/release-archive.ts';
import {releaseFlags} from './shared-release-flags.ts';

const columns: readonly Column[] = [
	{key: 'fingerprint', title: 'Fingerprint', kind: 'text', layout: {priority: 1, minWidth: 16}},
	{key: 'decision', title: 'Decision', kind: 'text', layout: {priority: 1}},
	{key: 'note', title: 'Note', kind: 'text', hiddenWhenEmpty: true},
	{key: 'before', title: 'Before', kind: 'text', hiddenWhenEmpty: true},
	{key: 'class', title: 'Class', kind: 'text', hiddenWhenEmpty: true, layout: {cut: 'start'}},
	{key: 'method', title: 'Method', kind: 'text', hiddenWhenEmpty: true, layout: {cut: 'start'}},
];

type Group = {readonly fingerprint: string; readonly variants: ReadonlySet<string>; readonly sample: readonly string[]};

async function findGroup(folder: string, fingerprint: string, context: Context): Promise<Group> {
	const request = {paths: [folder], filter: noFilter, rejects: undefined};
	return withRecords(request, {...context, kind: 'exceptions'}, async records => {
		const crashGroups = await readCrashGroups(records);
		const listCommand = formatCommandLine(['exceptions', 'top', folder]);
		const head = findGroupHead(crashGroups, {fingerprint, listCommand});
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

type Change = {
	readonly folder: string;
	/** The fingerprint, or its first characters. */
	readonly prefix: string;
	readonly decision: NewDecision | undefined;
};

/** Throws CliError (usage) if there is no decision to take back. */
async function changeDecision({folder, prefix, decision}: Change, context: Context): Promise<Row> {
	const decisions = await readDecisions(folder);
	const decided = decision ? undefined : findDecided(decisions, prefix);
	const {fingerprint, variants, sample} = decided ?? (await findGroup(folder, prefix, context));
	const old = [...decisions.values()].filter(each => variants.has(each.fingerprint));
	if (!decision && old.length === 0)
		throw new CliError('usage', `${fingerprint} has no decision to remove`, {
			hint: `the decisions are in ${join(folder, decisionFile)}`,
			code: 'bad-decision',
		});
	const kept = [...decisions].filter(([each]) => !variants.has(each));
	const added = decision ? {fingerprint, ...decision} : undefined;
	if (!context.globals.dryRun)
		await writeDecisions(folder, new Map([...kept, ...(added ? [[fingerprint, added] as const] : [])]));
	const [className, method] = sample;
	return [
		...[fingerprint, added ? describeDecision(added) : 'open', added?.note ?? ''],
		...[old.map(describeDecision).join(', '), className ?? '', method ?? ''],
	].map(text => (text === '' ? null : text));
}

const maxLockWaitMs = 10_000;

export const command = defineCommand({
	description:
		'Records a decision on a crash group. `known` hides the group. `fixed-in` hides it until the given version or a later one reports it; the group is then regressed: it is listed first and fails ' +
		'`release check`. `ignore-until` hides it until the given day, or the first day of the given month. `open` removes the decision. ' +
		`The decisions are lines of the text file ${decisionFile} in the archive folder, which can be kept under version control. \`exceptions top\`, \`exceptions show\`, \`release check\` and \`usagectl mcp\` follow them.`,
	examples: [
		{line: "usagectl exceptions mark 1f0c known --note 'third-party driver'", caption: 'hide a group permanently'},
		{
			line: 'usagectl exceptions mark 1f0c fixed-in 5.2',
			caption: 'hide it until version 5.2 or a later one reports it',
		},
		{line: 'usagectl exceptions mark 1f0c ignore-until 2027-01', caption: 'hide it until January'},
		{line: 'usagectl exceptions mark 1f0c open', caption: 'remove the decision'},
	],
	takes: ['today', 'tz', 'rows', 'dryRun'],
	flags: {
		note: optional({flags: '--note <text>', summary: 'Reason, such as the number of a ticket; one line', parse: text}),
		crashes: releaseFlags.crashes,
	},
	args: [
		{
			name: '<fingerprint>',
			summary: 'Fingerprint, as listed by `exceptions top`, or its first characters',
			complete: 'fingerprint',
		},
		{name: '<decision>', summary: 'One of known, fixed-in, ignore-until, open', choices: decisionWords},
		{name: '[value]', summary: 'Version for fixed-in; day or month for ignore-until'},
	],
	reportsChanges: true,
	columns: () => columns,
	run: async ({note, crashes: folder}, [typed = '', word = '', value = ''], context) => {
		const {today, clock, signal, globals} = context;
		const listCommand = formatCommandLine(['exceptions', 'top', folder]);
		const [prefix, decision] = await collectErrors(
			[
				async () => parseFingerprint({fingerprint: typed, listCommand}),
				async () => parseDecision({word, value, note, today}),
				() => validateArchive(folder, context),
				() => readDecisions(folder),
			],
			'see usagectl exceptions mark --help',
		);
		const change = () => changeDecision({folder, prefix, decision}, context);
		if (globals.dryRun) {
			const row = await change();
			await context.note('nothing was written (--dry-run); the decision is valid');
			return {dataset: dataset(columns, [row])};
		}
		const lock = {folder, name: '.usagectl-decisions', clock, waitMs: maxLockWaitMs, signal};
		return {dataset: dataset(columns, [await withLock(lock, change)])};
	},
});
