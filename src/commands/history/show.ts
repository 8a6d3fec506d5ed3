import {defineCommand} from '../../cli/definition/command.ts';
import {optional} from '../../cli/definition/flag.ts';
import {day} from '../../cli/definition/flag-values.ts';
import {quoteLine} from '../../text/shell-quoting.ts';
import {findHistory, findOfDay, historyFlags, listOne} from './find-results.ts';

export const command = defineCommand({
	description:
		'The rows of a kept answer, the last one or the last of a day, with the line that was asked and its caveats.',
	examples: [{line: 'usagectl history show active', caption: 'what was answered last'}],
	flags: {
		...historyFlags,
		day: optional({flags: '--day <date>', summary: 'the day of the answer; else the last', parse: day}),
	},
	args: [{name: '<name>', summary: 'a question', complete: 'question'}],
	chart: {title: 'Kept answer'},
	run: async ({day: wanted, ...options}, [name = ''], context) => {
		const {readResult} = await import('../../questions/results/result-history.ts');
		const kept = await listOne(await findHistory(options, context), name, context);
		const answer = await readResult(findOfDay(kept, wanted, '--day'));
		const {title, command: words, service, taken, caveats, columns, rows} = answer;
		await context.note(`asked on ${taken.replace('T', ' ')} of ${service}: usagectl ${quoteLine(words)}`);
		for (const text of caveats) await context.note(text);
		const about = {
			title: title ?? name,
			products: answer.product === null ? [] : [answer.product],
			facts: [
				['Question', name],
				['Taken', taken],
			] as const,
			caveats,
		};
		return {dataset: {columns, blocks: [rows], about}};
	},
});
