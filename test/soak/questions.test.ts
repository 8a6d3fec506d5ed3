import {writeFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {expect, test} from 'vitest';
import {addDays} from '../../src/calendar.ts';
import {shell} from '../support/child.ts';
import {temporaryFolder} from '../support/folders.ts';

/** Nights of a standing question with a planted cause, over several worlds; NIGHTS=20 SEEDS=1 takes a part of them. */

const nights = Number(process.env.NIGHTS ?? 60);
const seeds = Number(process.env.SEEDS ?? 10);
const program = `'${process.execPath}' '${resolve(import.meta.dirname, '../../bin/usagectl.js')}'`;
const first = '2026-06-20';
/** A country leaves after this day, so that the next one is its first full day. */
const departure = addDays(first, Math.floor(nights / 2));

const questions = `
questions:
  countries:
    ask: report current --from -14d --status active --level geography.country --split day
    checks: [{column: active, each: geography.country, drop: {percent: 70, count: 30}, against: 7d}]
`;

test.each(Array.from({length: seeds}, (_, at) => at + 1))(
	'seed %i',
	async seed => {
		const folder = temporaryFolder();
		const env = {...process.env, USAGECTL_CONFIG_DIR: join(folder, 'config')};
		const run = async (line: string) => {
			const {code, stdout, stderr} = await shell(`cd '${folder}' && ${program} ${line} -q`, env);
			return {code, stdout, stderr};
		};
		writeFileSync(join(folder, 'usagectl.yaml'), questions);
		writeFileSync(
			join(folder, 'causes.json'),
			JSON.stringify({
				causes: [{kind: 'departure', country: 'US', after: departure}],
			}),
		);
		await run(`sandbox reset --seed ${seed} --size 6000 --now ${first}`);
		expect(await run('sandbox plant causes.json')).toMatchObject({code: 0});
		const alarms: string[] = [];
		for (let night = 0; night < nights; night++) {
			const {code, stdout, stderr} = await run('--sandbox run -o json');
			expect({night, known: code === 0 || code === 7, stderr}).toEqual({night, known: true, stderr: ''});
			for (const {question, verdict, reason} of JSON.parse(stdout))
				if (verdict === 'fail') alarms.push(`${addDays(first, night)} ${question} ${reason}`);
			await run('sandbox advance 1d');
		}
		const daysOf = (question: string) =>
			alarms.filter(text => text.includes(` ${question} `)).map(text => text.slice(0, 10));
		// The first full day is judged when it is over; for seven days the days a week before have the country still.
		expect(daysOf('countries')[0]).toBe(addDays(departure, 2));
		expect(daysOf('countries').every(day => day >= addDays(departure, 2) && day <= addDays(departure, 9))).toBe(true);
	},
	3_600_000,
);
