import {type Profiler, Session} from 'node:inspector';
import {CliError} from '../../../src/errors.ts';
import {complete} from '../../../src/language/complete-expressions.ts';
import {compileKind, flagOfKind} from '../../../src/language/expression-kinds.ts';
import {readJson} from '../../../src/language/source/read-json.ts';
import {type Giant, giants} from './giants.ts';

/**
 * A program of its own: how often the blocks of the code run for each giant at some sizes, as V8 counts them for coverage.
 * The same number on every machine, which no clock gives.
 */
const session = new Session();
session.connect();

/** The session calls back before it returns. */
function ask(method: string, parameters: object = {}): unknown {
	let answer: unknown;
	session.post(method, parameters, (error, result) => {
		if (error) throw error;
		answer = result;
	});
	return answer;
}

/** Returns the count since the previous call. */
function takeSteps(): number {
	const {result} = ask('Profiler.takePreciseCoverage') as Profiler.TakePreciseCoverageReturnType;
	return result
		.filter(({url}) => url.includes('count-steps'))
		.flatMap(({functions}) => functions.flatMap(({ranges}) => ranges.map(({count}) => count)))
		.reduce((sum, count) => sum + count, 0);
}

const context = {today: '2025-03-15'};

function stepsOf([, kind, make]: Giant, size: number): number {
	const text = make(size);
	takeSteps();
	try {
		const {canonical, notes} = compileKind(kind, [{name: flagOfKind[kind], text, readJson}], context);
		canonical.concat(...notes.map(({message}) => message));
	} catch (error) {
		if (!(error instanceof CliError)) throw error;
	}
	complete(text, text.length, kind, context);
	return takeSteps();
}

ask('Profiler.enable');
ask('Profiler.startPreciseCoverage', {callCount: true, detailed: true});
const sizes = process.argv.slice(2).map(Number);
console.log(JSON.stringify(giants.map(giant => [giant[0], giant[1], ...sizes.map(size => stepsOf(giant, size))])));
