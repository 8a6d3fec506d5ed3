import {readFileSync} from 'node:fs';
import {ASYMMETRIC_MATCHERS_OBJECT, chai, JestAsymmetricMatchers, JestChaiExpect, JestExtend} from '@vitest/expect';

/** What stands in for vitest in the bundle of in-process.mjs: it keeps the tests, so that they can be run again and again. */

for (const plugin of [JestExtend, JestChaiExpect, JestAsymmetricMatchers]) chai.use(plugin);
chai.Assertion.addMethod('toMatchFileSnapshot', function (path) {
	if (readFileSync(path, 'utf8') !== this._obj) throw new Error(`${path} says something else`);
});
export const expect = Object.assign(
	(value, message) => chai.expect(value, message),
	chai.expect,
	globalThis[ASYMMETRIC_MATCHERS_OBJECT],
);

const tests = [];
const around = [];
const each = define => rows => (title, run) => {
	for (const row of rows)
		define(`${title} ${JSON.stringify(row)?.slice(0, 60)}`, () => (Array.isArray(row) ? run(...row) : run(row)));
};
export const test = (title, run) => tests.push({title: [...around, title].join(' › '), run});
export const describe = (title, run) => {
	around.push(title);
	run();
	around.pop();
};
test.each = each(test);
describe.each = each(describe);
test.runIf = isWanted => (isWanted ? test : () => undefined);
describe.runIf = isWanted => (isWanted ? describe : () => undefined);

const ends = [];
export const onTestFinished = end => ends.push(end);

/** Any longer is a hang; one that never gives way is ended by the process that watches. */
const longestMs = 10_000;
let giveUp = () => undefined;
for (const event of ['uncaughtException', 'unhandledRejection']) process.on(event, error => giveUp(error));

/** What the test failed with; undefined when it passed. */
async function run(one) {
	let timer;
	const hang = new Promise((_, reject) => {
		giveUp = reject;
		timer = setTimeout(() => reject(new Error('hangs')), longestMs);
	});
	try {
		await Promise.race([hang, one.run()]);
		return undefined;
	} catch (error) {
		return error ?? new Error('nothing was thrown');
	} finally {
		clearTimeout(timer);
		for (const end of ends.splice(0).reverse()) await end();
	}
}

/** Which tests run which mutants, and how often, the quickest first; mutants that are met only before any test are `static`. */
async function cover(stryker) {
	const covered = new Map();
	for (const one of tests) {
		stryker.mutantCoverage = Object.assign(stryker.mutantCoverage ?? {}, {perTest: {}});
		stryker.currentTestId = 'one';
		const began = performance.now();
		await run(one);
		one.ms = performance.now() - began;
		for (const [id, hits] of Object.entries(stryker.mutantCoverage.perTest.one ?? {})) {
			const known = covered.get(id) ?? {hits: 0, tests: []};
			covered.set(id, {hits: known.hits + hits, tests: [...known.tests, one]});
		}
	}
	stryker.currentTestId = undefined;
	for (const each of covered.values()) each.tests.sort((a, b) => a.ms - b.ms);
	return covered;
}

/** What killed the mutant before, which stood in a place nearby. */
let lastKiller;

async function judge(stryker, id, found) {
	if (!found) return stryker.mutantCoverage.static?.[id] ? 'static' : 'uncovered';
	// Loops that a mutant made endless end by the number of times they pass it.
	Object.assign(stryker, {activeMutant: id, hitCount: 0, hitLimit: found.hits * 100});
	try {
		const isFirst = one => one === lastKiller;
		for (const one of [...found.tests.filter(isFirst), ...found.tests.filter(one => !isFirst(one))]) {
			const failure = await run(one);
			if (!failure) continue;
			lastKiller = one;
			return failure.message === 'hangs' || stryker.hitCount > stryker.hitLimit ? 'timeout' : 'killed';
		}
		return 'survived';
	} finally {
		Object.assign(stryker, {activeMutant: undefined, hitCount: undefined});
	}
}

/** Runs all tests as they are, then each mutant that the parent sends; a mutant must leave nothing behind in caches. */
export async function main() {
	globalThis.__stryker__ ??= {};
	const stryker = globalThis.__stryker__;
	const failing = async () => {
		for (const one of tests) {
			const failure = await run(one);
			if (failure) return `${one.title}: ${failure.message}`;
		}
	};
	// The first round loads what tests load: what is done once and for all belongs to none of them.
	const before = await failing();
	const covered = before === undefined ? await cover(stryker) : new Map();
	process.on('message', async ids => {
		for (const id of ids) {
			process.send({begins: id});
			process.send({id, verdict: await judge(stryker, id, covered.get(id))});
			await new Promise(setImmediate);
		}
		process.send({failing: await failing()});
		process.disconnect();
	});
	process.send({ready: tests.length, failing: before});
}
