import type {CheckedLine} from '../../lines/checked-line.ts';
import {counted, enumeration} from '../../text/wording.ts';
import {getNeededDays} from '../checks/baseline.ts';
import type {Question} from '../file/question-file.ts';
import type {Result} from '../results/result.ts';
import {saveResult} from '../results/result-history.ts';
import {askQuestion, isOwnFailure} from './ask-question.ts';
import {openResults, type ValidatedQuestions} from './open-question-file.ts';
import type {QuestionPorts} from './question-ports.ts';

type First = {readonly question: Question; readonly result: Result};
type Wanted = First & {readonly line: CheckedLine; readonly days: readonly string[]};

/** Only a report can be asked as of an earlier day; its last day is then in a request. */
const isReport = ({requests}: Result) => requests.some(({body}) => 'startDate' in body);
const hasLastDay = ({requests}: Result) => requests.some(({body}) => 'stopDate' in body);

async function findWanted(
	firsts: readonly First[],
	validated: ValidatedQuestions,
	ports: QuestionPorts,
): Promise<readonly Wanted[]> {
	const {saved} = await openResults(validated, ports);
	return firsts.flatMap(first => {
		const {question, result} = first;
		const line = validated.lines.get(question.name);
		const days = [...new Set(question.checks.flatMap(check => getNeededDays(check, result.day)))].toSorted();
		// Its own result is saved already.
		const isNew =
			saved.filter(each => each.question === result.question && each.product === result.product).length === 1;
		// A question with a day of its own is about that day only.
		return line && isNew && days.length > 0 && !line.line.texts.today ? [{...first, line, days}] : [];
	});
}

/** Returns the result as of an earlier day; undefined if the service has none. */
async function askEarlier({question, result, line}: Wanted, earlier: string): Promise<Result | undefined> {
	try {
		const product = result.product ?? undefined;
		const found = await askQuestion(question, line, {product, earlier});
		return hasLastDay(found) ? found : undefined;
	} catch (error) {
		if (isOwnFailure(error)) return undefined;
		throw error;
	}
}

/**
 * Asks the service for the results that questions without earlier ones are compared with, as of those days, and saves them. Says
 * how many before, and which questions have to wait for their next runs.
 */
export async function askBaselines(
	firsts: readonly First[],
	validated: ValidatedQuestions,
	ports: QuestionPorts,
): Promise<void> {
	const {note, progress, signal} = ports;
	const wanted = await findWanted(firsts, validated, ports);
	if (wanted.length === 0) return;
	const reports = wanted.filter(({result}) => isReport(result));
	const count = reports.reduce((sum, {days}) => sum + days.length, 0);
	const waiting = new Set(wanted.filter(each => !reports.includes(each)).map(({question}) => question.name));
	if (count > 0)
		await note(
			`first run: asking for ${counted(count, 'earlier result')} of ${counted(reports.length, 'question')} too`,
		);
	const job = progress.start({what: 'asking for earlier results', total: count});
	try {
		for (const each of reports) {
			for (const day of each.days) {
				signal.throwIfAborted();
				const found = await askEarlier(each, day);
				if (found) await saveResult(validated.history, found);
				else waiting.add(each.question.name);
				job.advance(1);
			}
		}
	} finally {
		job.end();
	}
	if (waiting.size > 0)
		await note(`no earlier results can be had for ${enumeration([...waiting])}: later runs compare with this one`);
}
