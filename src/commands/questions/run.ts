import {createQuestionPorts} from '../../cli/context/create-question-ports.ts';
import {defineCommand} from '../../cli/definition/command.ts';
import {optional, toggle} from '../../cli/definition/flag.ts';
import {oneOf} from '../../cli/definition/flag-values.ts';
import {profileFlags} from '../../cli/definition/globals.ts';
import {CliError} from '../../errors.ts';
import {isForPeople} from '../../output/formats.ts';
import {outcomeColumns} from '../../questions/run/outcome-rows.ts';
import {fileFlags} from './file-flags.ts';

export const command = defineCommand({
	description:
		'Runs all questions in usagectl.yaml, or the named ones, saves each result in the result history and runs its checks. Prints one row per question: its figure, the change since the previous result, the outcome, and the reason for it. A table of all questions counts those that are ok, and lists the others; -v lists all. The outcome is ok, note (news that needs no action), warn, fail, unknown if the data does not allow a decision, or error if the question could not be run. Exits with status 7 if a check fails (with --strict also if one is unknown) and with status 6 if a question could not be run. --dry-run only validates the file. With --notify, sends each changed outcome once to the targets that the file names, and exits with status 5 if a message could not be delivered; the next run sends it again. --notify --dry-run prints the messages that the latest results would cause.',
	examples: [
		{line: 'usagectl questions run', caption: 'all questions'},
		{line: 'usagectl questions run active crashes -o md', caption: 'two questions, as Markdown for a chat'},
		{
			line: 'usagectl questions run -o junit --out checks.xml',
			caption: 'a JUnit report for CI',
		},
		{line: 'usagectl questions run --out usage.prom', caption: 'metrics for the textfile collector of node_exporter'},
	],
	takes: ['service', 'connection', 'password', 'dryRun', 'today', 'tz', 'rows', 'strict'],
	flags: {
		only: optional({
			flags: '--only <which>',
			summary: '`failed` runs only the questions that failed last time or have no result',
			...oneOf(['failed']),
		}),
		keep: toggle({flags: '--no-keep', summary: 'Do not save the results'}),
		notify: toggle({
			flags: '--notify',
			summary:
				'Send changed outcomes, and daily or weekly digests, to the targets of the file: Slack, Teams, Discord, webhooks or email',
		}),
		notifyFile: profileFlags.notifyFile,
		...fileFlags,
	},
	args: [{name: '[names...]', summary: 'Questions to run (default: all)', complete: 'question'}],
	specialFormats: ['junit', 'openmetrics'],
	columns: () => outcomeColumns,
	run: async ({only, notifyFile: _, ...options}, names, context) => {
		if (options.notify && !options.keep)
			throw new CliError('usage', '--notify and --no-keep cannot be combined: messages are about saved results', {
				hint: 'omit one of them',
			});
		const {dryRun, strict, output, html, fields, verbose} = context.globals;
		const isScreen = isForPeople(output) && html === undefined;
		// Whoever names questions or fields wants to see them.
		const isBrief = isScreen && names.length === 0 && fields === undefined && !verbose;
		const {runQuestionFile} = await import('../../questions/run/run-question-file.ts');
		const request = {...options, names, onlyFailed: only !== undefined, isBrief, dryRun, strict};
		return runQuestionFile(request, await createQuestionPorts(context));
	},
});
