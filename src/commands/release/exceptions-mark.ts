import {decisionFile, readDecisions} from '../../archive/crashes/crash-decisions.ts';
import {parseFingerprint} from '../../archive/crashes/fingerprint.ts';
import {decisionColumns, decisionWords, markGroup, parseDecision} from '../../archive/crashes/mark-group.ts';
import {defineCommand} from '../../cli/definition/command.ts';
import {optional} from '../../cli/definition/flag.ts';
import {text} from '../../cli/definition/flag-values.ts';
import {collectErrors} from '../../errors.ts';
import {formatCommandLine} from '../../lines/line-words.ts';
import {dataset} from '../../output/dataset.ts';
import {validateArchive} from '../../release/release-archive.ts';
import {releaseFlags} from './shared-release-flags.ts';

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
	columns: () => decisionColumns,
	run: async ({note, crashes: folder}, [typed = '', word = '', value = ''], context) => {
		const listCommand = formatCommandLine(['exceptions', 'top', folder]);
		const [prefix, decision] = await collectErrors(
			[
				async () => parseFingerprint({fingerprint: typed, listCommand}),
				async () => parseDecision({word, value, note, today: context.today}),
				() => validateArchive(folder, context),
				() => readDecisions(folder),
			],
			'see usagectl exceptions mark --help',
		);
		return {dataset: dataset(decisionColumns, [await markGroup({folder, prefix, decision, listCommand}, context)])};
	},
});
