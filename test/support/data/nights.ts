import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {addDays} from '../../../src/calendar.ts';
import {readyFile} from '../../../src/questions/file/ready-questions.ts';
import type {Scenario} from '../../../src/sandbox/seed/scenarios.ts';
import {startSandbox} from '../../../src/sandbox/start.ts';
import {sandboxFolder, writeDataSettings} from '../../../src/sandbox/state/data-settings.ts';
import {temporaryFolder} from '../disk/folders.ts';
import {fakeClock} from '../laws/clock.ts';
import {usagectl} from '../program/usagectl.ts';

/**
 * Nights of standing questions in a world whose causes are known: those of `init`, and some that have to stay silent. Each is asked at
 * six in the morning, when its day has hardly begun.
 */

export type World = {
	readonly seed: number;
	/** Installations of the first product. */
	readonly size: number;
	/** The day of the night 0. */
	readonly first: string;
	readonly causes: readonly Scenario[];
	/** Sessions that become known on a later day (docs/service.md#option-late). */
	readonly late?: string;
	/** The questions that are asked; else all. */
	readonly asked?: readonly string[];
};

/** Countries of which fewer than 30 installations are active on a day in every world here. */
const smallCountries = 'NA, IS, KE, SG, CL, EG, GR';

/** The first is about a day that is not over, the second about groups that are too small, the third about the past. */
const silent = `
  unfinished:
    ask: report current --from today --status active
    checks: [{column: active, sum: true, min: 1000000}]
  small:
    ask: report current --from -7d --status active --level geography.country --split day
    checks: [{column: active, each: geography.country, where: {geography.country: [${smallCountries}]}, drop: {percent: 1, count: 1}}]
  daily:
    ask: report current --from -7d --status new,active --split day
`;
const questions = readyFile.replace('PRODUCT', '').replace('digest:\n', `${silent}\ndigest:\n`);
/** Questions about days that were over before. Of countries the past changes whenever somebody moves: the latest one counts. */
const ofPast = ['new-by-day', 'retention', 'daily'];

/** What a night said: verdicts that are not ok, and figures of the past that are no longer what they were. */
export type Night = {
	readonly day: string;
	readonly said: readonly {readonly question: string; readonly verdict: string; readonly reason: string | null}[];
	/** By question, `DAY FIGURE BEFORE NOW` each. */
	readonly restated: readonly (readonly [question: string, what: string])[];
	/** Of `daily`: the same, as a plain comparison of what the service answered on this night and on the one before finds it. */
	readonly changed: readonly string[];
};

/** Plays nights of a world, given by their numbers in ascending order. */
export async function playNights(
	{seed, size, first, causes, late = 'none', asked = []}: World,
	nights: readonly number[],
): Promise<readonly Night[]> {
	const folder = temporaryFolder();
	const stateDir = join(folder, 'state');
	const at = (day: string) => `${day}T06:00:00`;
	await writeDataSettings(sandboxFolder(stateDir), {seed, size, now: at(first), scenarios: [...causes]});
	const sandbox = await startSandbox({stateDir, assume: [`late=${late}`]});
	const file = join(folder, 'usagectl.yaml');
	writeFileSync(file, questions);
	const [user] = sandbox.users;
	const env = {
		USAGECTL_CONFIG_DIR: join(folder, 'config'),
		USAGECTL_BASE_URL: sandbox.baseUrl,
		USAGECTL_USER: user?.user ?? '',
		USAGECTL_PASSWORD: user?.password ?? '',
		USAGECTL_PRODUCT: String(sandbox.products[0]?.productId),
	};
	const setClock = async (timestamp: string) => {
		const headers = {'content-type': 'application/json', authorization: `Bearer ${sandbox.controlToken}`};
		const body = JSON.stringify({timestamp});
		const {ok} = await fetch(`${sandbox.baseUrl}/_sandbox/clock`, {method: 'PUT', headers, body});
		if (!ok) throw new Error(`the sandbox did not take ${timestamp}`);
	};
	const type = async (line: string, day: string, codes: readonly number[]) => {
		const clock = fakeClock(`${at(day)}Z`);
		const {stdout, stderr, exitCode} = await usagectl(`${line} -q -o json`, {env, clock, limit: 3_000_000});
		if (!codes.includes(exitCode)) throw new Error(`${day}: ${line} ended with ${exitCode}: ${stderr}`);
		return JSON.parse(stdout);
	};
	const played: Night[] = [];
	let before = new Map<string, number>();
	for (const night of nights) {
		const day = addDays(first, night);
		await setClock(at(day));
		const said: Night['said'] = await type(`questions run ${asked.join(' ')} --file ${file}`, day, [0, 7]);
		const restated: [string, string][] = [];
		for (const question of played.length > 0 ? ofPast.filter(name => asked.length === 0 || asked.includes(name)) : [])
			for (const {kind, row, figure, before, now} of await type(`history diff ${question} --file ${file}`, day, [0]))
				if (kind === 'restated') restated.push([question, `${row} ${figure} ${before} ${now}`]);
		const rows: {date: string; new: number; active: number}[] = await type(
			'report current --from -7d --status new,active --split day',
			day,
			[0],
		);
		const now = new Map(
			rows.flatMap(
				row =>
					[
						[`${row.date} New`, row.new],
						[`${row.date} Active`, row.active],
					] as const,
			),
		);
		const lastDay = played.at(-1)?.day ?? '';
		const changed = [...now]
			.filter(([name, value]) => name.slice(0, 10) < lastDay && before.has(name) && before.get(name) !== value)
			.map(([name, value]) => `${name} ${before.get(name)} ${value}`);
		before = now;
		played.push({day, said: said.filter(({verdict}) => verdict !== 'ok'), restated, changed});
	}
	await sandbox.close();
	return played;
}

/** Between which days, both included, a question may say that something is wrong, and by when it has to. */
type Expected = {readonly question: string; readonly from: string; readonly to: string; readonly by?: string};
const lastDay = '9999-12-31';

/**
 * What the questions of `init` have to find of a cause, by the morning after its first full day, and for how long the cause is one
 * for them: a comparison with seven days ago sees it for seven days, one with a median of 28 days until half of them have it too.
 */
function expectedOf(cause: Scenario): readonly Expected[] {
	if (cause.kind === 'departure') {
		const by = addDays(cause.after, 2);
		return [
			{question: 'active-by-country', from: by, to: addDays(by, 6), by},
			// They were active within 30 days for some time yet.
			{question: 'active', from: by, to: addDays(by, 37)},
			{question: 'active-by-edition', from: by, to: addDays(by, 37)},
		];
	}
	if (cause.kind === 'unused') {
		const by = addDays(cause.after, 2);
		return [{question: 'events', from: by, to: addDays(by, 28), by}];
	}
	const by = addDays(cause.from, 1);
	if (cause.kind === 'crash')
		return [
			{question: 'crashes', from: cause.from, to: addDays(by, 14), by},
			// When it fails depends on how many installations have the version and the one before it.
			{question: 'release', from: cause.from, to: lastDay},
		];
	return ['keys-on-machines', 'keys-in-countries'].map(question => ({question, from: cause.from, to: lastDay, by}));
}

export type Account = {
	/** Causes that were found on the day by which they have to be, and those that were not. */
	readonly found: readonly string[];
	readonly missed: readonly string[];
	/** Warnings and failures of days on which nothing explains them. */
	readonly falseAlarms: readonly string[];
	readonly alarms: number;
	/** Notes, which every world has: keys that come to a list, crashes that nobody had before. */
	readonly news: number;
	/** Questions that have to stay silent, and did: the verdicts that could not be given. */
	readonly unknown: number;
};

/** Holds what nights said against what was planted. */
export function accountFor({causes}: Pick<World, 'causes'>, nights: readonly Night[]): Account {
	const expected = causes.map(cause => ({cause, all: expectedOf(cause)}));
	const said = nights.flatMap(({day, said}) => said.map(each => ({...each, day})));
	const alarms = said.filter(({verdict}) => verdict === 'fail' || verdict === 'warn');
	const isExplained = ({day, question}: {day: string; question: string}) =>
		expected.some(({all}) => all.some(each => each.question === question && day >= each.from && day <= each.to));
	const isFound = ({question, from, by}: Expected) =>
		by === undefined || alarms.some(alarm => alarm.question === question && alarm.day >= from && alarm.day <= by);
	const nameOf = (cause: Scenario) => JSON.stringify(cause);
	return {
		found: expected.filter(({all}) => all.every(isFound)).map(({cause}) => nameOf(cause)),
		missed: expected.filter(({all}) => !all.every(isFound)).map(({cause}) => nameOf(cause)),
		falseAlarms: alarms
			.filter(alarm => !isExplained(alarm))
			.map(({day, question, reason}) => `${day} ${question} ${reason}`),
		alarms: alarms.length,
		news: said.filter(({verdict}) => verdict === 'note').length,
		unknown: said.filter(({verdict, question}) => verdict === 'unknown' && ['unfinished', 'small'].includes(question))
			.length,
	};
}
