import type {Context} from '../../cli/definition/command.ts';
import {lineOf, serviceWords} from '../../cli/definition/line-words.ts';
import {CliError} from '../../errors.ts';
import {printEvent} from '../../language/events/print-event.ts';
import {compareVersions} from '../../output/order-rows.ts';
import {printable} from '../../output/printable.ts';
import {isVersion} from '../../reports/report-columns.ts';
import type {Choice, Report} from './reports.ts';

/** The command lines that an exploration consists of. */

const say = ({terminal}: Context, text: string) => terminal.stderr.write(`${text}\n`);

/** The line that a user types for the same. */
export const printLine = (words: readonly string[], context: Context): string =>
	lineOf([...serviceWords(context), ...words]);

/** Prints a command line and runs it; false when it failed, which is said. */
export async function runWords(
	words: readonly string[],
	context: Context,
	onOutput?: (text: string) => void,
): Promise<boolean> {
	await say(context, `\n$ ${printable(printLine(words, context))}`);
	try {
		const line = [...serviceWords(context), '-q', ...words];
		return (await context.runLine(line, onOutput ? {onOutput} : {})) === 0;
	} catch (error) {
		if (!(error instanceof CliError) || error.kind === 'interrupted') throw error;
		await say(context, `${printable(error.message)}\nhint: ${printable(error.details.hint)}`);
		return false;
	}
}

async function readRows<Row>(words: readonly string[], context: Context): Promise<readonly Row[]> {
	let text = '';
	await runWords([...words, '-o', 'json'], context, chunk => {
		text += chunk;
	});
	return JSON.parse(text || '[]');
}

type Value = {readonly value: string; readonly fullName: string | null};

/** The values of a property, as they are typed. */
export async function readValues(property: string, context: Context): Promise<readonly Choice[]> {
	const rows = await readRows<Value>(['props', 'values', property], context);
	const shown = isVersion(property) ? rows.toSorted((a, b) => compareVersions(a.value, b.value)) : rows;
	return shown.map(({value, fullName}) =>
		fullName === null ? {value, label: printable(value)} : {value, label: printable(fullName), hint: printable(value)},
	);
}

type Event = {readonly category: string | null; readonly name: string; readonly cumulativeUsageCount: number};

/** The events of a report, the most used ones first. */
export async function readEvents({words}: Report, context: Context): Promise<readonly Choice[]> {
	const rows = await readRows<Event>(words, context);
	return rows
		.toSorted((a, b) => b.cumulativeUsageCount - a.cumulativeUsageCount)
		.map(event => {
			const value = printEvent(event, '"');
			return {value, label: printable(value), hint: `${event.cumulativeUsageCount} uses`};
		});
}
