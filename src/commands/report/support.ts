import {type Context, defineCommand} from '../../cli/definition/command.ts';
import {optional} from '../../cli/definition/flag.ts';
import {requestGroups} from '../../cli/definition/globals.ts';
import {isForPeople} from '../../output/formats.ts';
import {readCrashShare} from '../../release/crash-share.ts';
import {runSupport} from '../../reports/support/run-support.ts';
import {supportChart, supportColumns} from '../../reports/support/support-rows.ts';
import {createNumber, releaseFlags} from '../release/shared-release-flags.ts';

/** With a limit, the user chooses how many rows there are. */
const isTable = ({globals: {output, limit}, questionFolder}: Context) =>
	isForPeople(output) && limit === undefined && questionFolder === undefined;

export const command = defineCommand({
	description: `Shows what would be lost without the installations that match an expression: the share of active installations in the last complete week and a year before, the license keys and events that are used there and nowhere else, their share of crash reports, and the editions and countries that would lose most.
With --below, says when the share falls below a limit: a line through the log odds of the last 52 weeks is continued, with a 95 % interval. It is unknown if fewer than 26 weeks in a row have installations, if the share does not fall, or if such lines would have predicted later weeks badly.
An installation counts under its latest value, also in earlier weeks; one without a value does not match. \`or\` may join different properties; each further one doubles the requests. Crash reports need an archive kept by \`exceptions sync\`, license keys a newer server and the permission for them. \`-o json\` lists all groups, keys and events.`,
	examples: [
		{
			line: "usagectl report support 'os.version=Microsoft Windows 7 or ram<4GB' --below 1%",
			caption: 'an old system and little memory, and when fewer than 1 % will have them',
		},
		{
			line: 'usagectl report support prodVersion=3.* --html support.html',
			caption: 'all versions 3, as a page with the curve',
		},
	],
	takes: [...requestGroups, 'dates', 'expressions', 'rows', 'charts', 'page', 'strict'],
	flags: {
		below: optional({
			flags: '--below <percent>',
			summary: 'Say when the share falls below this percentage, such as 1%',
			parse: createNumber('%', '1%', {min: 0.01, max: 99.99}),
		}),
		crashes: releaseFlags.crashes,
	},
	args: [{name: '<expression>', summary: 'Filter, or API JSON, of the installations', complete: 'expression'}],
	product: 'one',
	isQuestion: true,
	compilesExpressions: true,
	columns: () => supportColumns,
	chart: supportChart,
	run: (options, [expression = ''], context) =>
		runSupport(
			{
				expression,
				below: options.below,
				isTable: isTable(context),
				readCrashes: (asked, range) => readCrashShare(options.crashes, {asked, range}, context),
			},
			context,
		),
});
