import {mkdirSync, writeFileSync} from 'node:fs';
import {dirname, relative, resolve} from 'node:path';
import {afterAll, afterEach, expect} from 'vitest';

/** In front of every test file: loops that the mutant makes endless end, and COVERAGE keeps which mutants were met. */
globalThis.__stryker__ ??= {};
const stryker = globalThis.__stryker__;
const {COVERAGE, HIT_LIMIT} = process.env;
if (HIT_LIMIT) Object.assign(stryker, {hitCount: 0, hitLimit: Number(HIT_LIMIT)});

const test = relative(resolve(import.meta.dirname, '..'), expect.getState().testPath);
let hasFailed = false;
if (COVERAGE) {
	afterEach(({task}) => {
		hasFailed ||= task.result?.state === 'fail';
	});
	afterAll(() => {
		const file = resolve(COVERAGE, `${test}.json`);
		mkdirSync(dirname(file), {recursive: true});
		// What fails on code without a mutant judges none.
		const hits = hasFailed ? {} : (stryker.mutantCoverage?.static ?? {});
		writeFileSync(file, JSON.stringify({ms: Math.round(process.cpuUsage().user / 1000), hits}));
	});
}
