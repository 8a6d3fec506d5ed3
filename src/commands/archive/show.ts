import {access} from 'node:fs/promises';
import {readAllDecisions} from '../../archive/crashes/crash-decisions.ts';
import {type CrashDetail, findCrash} from '../../archive/crashes/crash-detail.ts';
import {readCrashGroups} from '../../archive/crashes/crash-groups.ts';
import {describeOutcome, toGroupDecisions} from '../../archive/crashes/decided-groups.ts';
import {isFingerprint, parseFingerprint} from '../../archive/crashes/fingerprint.ts';
import {logKinds} from '../../archive/log-kinds.ts';
import {readInputs} from '../../archive/records/input-paths.ts';
import {formatCrash} from '../../archive/results/crash-text.ts';
import {findCluster} from '../../cli/context/connect-cluster.ts';
import {type Context, defineCommand} from '../../cli/definition/command.ts';
import {CliError, collectErrors} from '../../errors.ts';
import {formatCommandLine} from '../../lines/line-words.ts';
import {type Column, dataset, type Row} from '../../output/dataset.ts';
import {printRange} from '../../output/rows/range-columns.ts';
import {askRecords, isDryRun} from './ask-records.ts';
import {getDays} from './file-flags.ts';
import {clusterFlags, filterFlags, getTypedProducts, readFilter, sourceFlags} from './filter-flags.ts';

const columns: readonly Column[] = [
	{key: 'part', title: 'Part', kind: 'text'},
	{key: 'value', title: 'Value', kind: 'text'},
	{key: 'count', title: 'Reports', kind: 'count', layout: {priority: 1}},
	{key: 'installations', title: 'Installations', kind: 'count'},
];

function toRows(crash: CrashDetail, outcome: string | undefined): readonly Row[] {
	const {reports, installations, breakdown} = crash;
	const texts = (['fingerprint', 'class', 'method', 'message', 'stack'] as const).map(part => [
		part,
		crash[part],
		reports,
		installations,
	]);
	const decision = outcome === undefined ? [] : [['decision', outcome, reports, installations]];
	return [...texts, ...decision, ...breakdown.map(each => [each.part, each.value, each.reports, each.installations])];
}

function formatListCommand(places: readonly string[], cluster: object | undefined, {settings}: Context): string {
	const {engine} = settings.values;
	const typed = engine?.origin === 'flag' ? [`--engine=${engine.texts.at(-1)}`] : [];
	return formatCommandLine(['exceptions', 'top', ...(cluster ? typed : places)]);
}

const exists = (path: string) =>
	access(path).then(
		() => true,
		() => false,
	);

/**
 * Finds the fingerprint among the arguments, which may have any order. A folder can have the name of a fingerprint, so a
 * word that is not a path is preferred, or else the last word.
 */
async function splitArguments(words: readonly string[]) {
	const areFingerprints = words.some(isFingerprint);
	const candidates = words.flatMap((word, at) => (areFingerprints && !isFingerprint(word) ? [] : [at]));
	const missing = await Promise.all(candidates.map(async at => !(await exists(words[at] ?? ''))));
	const found = candidates.findLast((_, index) => missing[index]) ?? candidates.at(-1) ?? 0;
	return {fingerprint: words[found] ?? '', paths: words.toSpliced(found, 1)};
}

export const command = defineCommand({
	description:
		'Shows one crash report of a group in full, and counts reports and installations by version, operating system, country, day and installation.',
	examples: [{line: 'usagectl exceptions show 1f0c', caption: 'the crash group whose fingerprint starts with 1f0c'}],
	takes: [...clusterFlags, 'today', 'tz', 'anyCode', 'rows', 'strict'],
	flags: {...filterFlags, ...sourceFlags},
	args: [
		{
			name: '<fingerprint>',
			summary: 'Fingerprint, as listed by `exceptions top`, or its first characters; may follow the paths',
			complete: 'fingerprint',
		},
		{
			name: '[paths...]',
			summary: `Archive folders, zip or CSV files (default: ${logKinds.exceptions.folder})`,
			complete: 'fingerprint',
		},
	],
	columns: () => columns,
	run: async (options, words, context) => {
		const {fingerprint, paths} = await splitArguments(words);
		const period = getDays(options, context.today);
		const filter = await readFilter(options, 'exceptions', context);
		const cluster = findCluster(context, paths);
		if (!cluster && paths.length === 0 && !isFingerprint(fingerprint) && (await exists(fingerprint)))
			throw new CliError('usage', 'a fingerprint is missing', {
				hint: `list the fingerprints: ${formatListCommand([fingerprint], undefined, context)}`,
			});
		const places = paths.length > 0 ? paths : [logKinds.exceptions.folder];
		const argument = {fingerprint, listCommand: formatListCommand(places, cluster, context)};
		await collectErrors(
			[
				async () => parseFingerprint(argument),
				async () => cluster ?? readInputs(places, {...context, kind: 'exceptions'}),
			],
			'see usagectl exceptions show --help',
		);
		if (await isDryRun(cluster, context)) return {};
		const request = {
			kind: 'exceptions' as const,
			cluster,
			paths: places,
			filter,
			rejects: options.rejects,
			maxRatio: options.maxRatio,
			products: getTypedProducts(options, context),
			until: period.until,
		};
		const decisions = await readAllDecisions(cluster ? [] : places);
		const {crash, decision} = await askRecords(request, context, async records => {
			const crashGroups = await readCrashGroups(records);
			const found = await findCrash(records, crashGroups, {...argument, period});
			return {crash: found, decision: toGroupDecisions(decisions, crashGroups).get(found.fingerprint)};
		});
		const outcome = decision && describeOutcome(decision, crash, context.today);
		if (context.globals.output === 'table') {
			const heading = period.named ? `${printRange(period.named)}\n\n` : '';
			return {text: heading + formatCrash(crash, outcome)};
		}
		return {dataset: {...dataset(columns, toRows(crash, outcome)), range: period.named}};
	},
});
