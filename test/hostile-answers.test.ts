import {expect, test} from 'vitest';
import {started} from './sandbox/support/started.ts';
import {noAnswers, type Variant} from './support/data/hostile-answers.ts';
import {leafRuns, recordAll, replay} from './support/data/hostile-runs.ts';
import {createRandom, mutate} from './support/data/mutate.ts';
import {isLong} from './support/laws/laws.ts';

/** Every command that asks the service, given answers that are none. What every run promises is checked by usagectl() itself. */

// Files of few days: each of them is zipped to be listed.
const sandbox = await started({assume: ['file-days=20']});
const recorded = await recordAll(sandbox);

test('gives bad answers to every operation of the commands', () => {
	expect(new Set(recorded.map(({path}) => path)).size).toBeGreaterThan(20);
});

/** What looks at a session or at many products tells of failures in codes of its own. */
const ownCodes = /^(whoami|exceptions (sync|download)|events (sync|download)|keys (set|update|diff))/;

/** It is the address that is wrong, not the session (test/faults.md A15). */
const isRedirectedLogin = (path: string, {status}: Variant) => path === '/auth/login' && status === 302;

test('every malformed answer ends as documented', async () => {
	for (const [index, each] of recorded.entries())
		for (const variant of noAnswers.filter((_, at) => isLong || (at + index) % 9 === 0)) {
			// What an operation does not know is passed by, whatever it holds; api passes all of it on.
			const isRead = each.good.includes('"results"') && !each.line.startsWith('api');
			if (`${variant.body}`.includes('"results"') && !isRead) continue;
			// Only a note needs this answer; without it, the note is omitted.
			if (each.line.startsWith('props') && each.path === '/meta/oldestReportedDate') continue;
			if (each.line.startsWith('report support') && each.path === '/meta/propertyValues') continue;
			const {exitCode} = await replay(sandbox, each, variant);
			const said = `${each.line}, ${each.path} with ${variant.name}`;
			// What the service lacks or forbids is told in a line of its own.
			const isTold = each.line.startsWith('report support') && (variant.exitCode === 3 || variant.status === 404);
			if (isTold && exitCode === 0) continue;
			if (ownCodes.test(each.line)) expect([3, 4, 5, 6], said).toContain(exitCode);
			else expect(exitCode, said).toBe(isRedirectedLogin(each.path, variant) ? 4 : variant.exitCode);
		}
});

test('any value in any place of an answer is neither a bug nor a wrong result (all of them: npm run soak)', async () => {
	const runs = [...leafRuns(recorded)];
	expect(runs.length).toBeGreaterThan(4898);
	const random = createRandom(20_261_121);
	for (let count = 0; count < 50; count++) {
		const {each, variant} = random.pick(runs);
		const {exitCode, stderr} = await replay(sandbox, each, variant);
		expect(exitCode, `${each.line}, ${each.path}: ${variant.name}\n${stderr}`).not.toBe(1);
	}
});

test('40 mutated answers cause no bug (10,000: npm run soak)', async () => {
	const random = createRandom(7);
	for (let count = 0; count < 40; count++) {
		const each = random.pick(recorded);
		const body = mutate(Buffer.from(each.good), random);
		const {exitCode, stderr} = await replay(sandbox, each, {body});
		expect(exitCode, `${each.line}, ${each.path}: ${body.toString('latin1').slice(0, 300)}\n${stderr}`).not.toBe(1);
	}
});
