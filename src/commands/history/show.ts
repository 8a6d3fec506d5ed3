import {defineCommand} from '../../cli/definition/command.ts';
import {optional} from '../../cli/definition/flag.ts';
import {day} from '../../cli/definition/flag-values.ts';
import {findHistory, findMarks, findResultOf, listResultsOf} from '../../questions/run/find-results.ts';
import {quoteLine} from '../../text/shell-quoting.ts';
import {historyFlags} from '../questions/file-flags.ts';

export const command = defineCommand({
	description:
		'Shows the rows of the latest saved result, or of the latest one from the day of --day. The title shows the command line that was run; the caveats are footnotes.',
	examples: [{line: 'usagectl history show active', caption: 'the latest result'}],
	takes: ['product', 'rows', 'charts', 'page'],
	flags: {
		day: optional({flags: '--day <date>', summary: 'Day of the result (default: the latest)', parse: day}),
		...historyFlags,
	},
	args: [{name: '<name>', summary: 'Name of the question', complete: 'question'}],
	chart: {title: 'Saved result'},
	run: async ({day: wanted, ...options}, [name = ''], context) => {
		const {readResult} = await import('../../questions/results/read-results.ts');
		const saved = await listResultsOf(await findHistory(options, context), name, context);
		const result = await readResult(findResultOf(saved, wanted, '--day'));
		const {title, command: words, service, taken, caveats, columns, rows} = result;
		for (const text of caveats) await context.footnote(text, 'caveat');
		const about = {
			title: title ?? name,
			products: result.product === null ? [] : [result.product],
			facts: [
				['Question', name],
				['Run at', taken],
			] as const,
			marks: await findMarks(options, context),
		};
		const heading = `${about.title}, run on ${taken.replace('T', ' ')} against ${service}: usagectl ${quoteLine(words)}`;
		return {dataset: {columns, blocks: [rows], about, heading}};
	},
});
