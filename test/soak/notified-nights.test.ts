import {writeFileSync} from 'node:fs';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {addDays, weekday} from '../../src/calendar.ts';
import {started} from '../sandbox/support/started.ts';
import {temporaryFolder} from '../support/disk/folders.ts';
import {fakeClock} from '../support/laws/clock.ts';
import {usagectl} from '../support/program/usagectl.ts';

/** Sixty nights of `questions run --notify`: a drop that lasts a week, a flapping figure, weekends and holidays. */

const first = '2026-05-01';
const count = Number(process.env.NIGHTS ?? 60);
const holidays = ['2026-05-14', '2026-05-25', '2026-06-04'];

const questions = `
calendar: {weekends: true, holidays: [days.ics]}
notify: [{webhook: ops, on: [fail, fixed, warn]}]
questions:
  dropped:
    ask: keys list --limit 5
    checks:
      - rows: true
        min: \${MIN}
  flapping:
    ask: keys list --limit 5
    checks:
      - rows: true
        max: \${MAX}
        level: warn
  working-days:
    ask: report current --from -7d --status new --split day
    checks: [{column: new, drop: {percent: 60, count: 15}, against: same-weekday-median}]
`;

test('as many messages as changes of outcomes, none on quiet weekends', async () => {
	const sandbox = await started({now: `${first}T06:00:00`, size: 3000}, onTestFinished);
	const bodies: {readonly question: string; readonly event: string; readonly day: string}[] = [];
	const server = createServer(async (request, response) => {
		let body = '';
		for await (const chunk of request) body += chunk;
		bodies.push(JSON.parse(body));
		response.end();
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => void server.close());
	const folder = temporaryFolder();
	const file = join(folder, 'usagectl.yaml');
	writeFileSync(file, questions);
	const events = holidays.map(day => `BEGIN:VEVENT\nDTSTART:${day.replaceAll('-', '')}\nEND:VEVENT\n`);
	writeFileSync(join(folder, 'days.ics'), `BEGIN:VCALENDAR\n${events.join('')}END:VCALENDAR\n`);
	const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
	const env = {...sandbox.env, USAGECTL_CONFIG_DIR: join(folder, 'config'), USAGECTL_NOTIFY_OPS: address};
	const headers = {'content-type': 'application/json', authorization: `Bearer ${sandbox.controlToken}`};
	const outcomes = new Map<string, string[]>();
	for (let night = 0; night < count; night++) {
		const day = addDays(first, night);
		const timestamp = `${day}T06:00:00`;
		await fetch(`${sandbox.baseUrl}/_sandbox/clock`, {method: 'PUT', headers, body: JSON.stringify({timestamp})});
		const isDropped = night >= 20 && night < 27;
		const isFlapping = night >= 35 && night % 2 === 1;
		const set = `--set MIN=${isDropped ? 6 : 1} --set MAX=${isFlapping ? 1 : 9}`;
		const clock = fakeClock(`${timestamp}Z`);
		const {stdout, exitCode, stderr} = await usagectl(`questions run --notify -q -o json --file ${file} ${set}`, {
			...{env, clock, limit: 60_000},
		});
		expect([0, 7], stderr).toContain(exitCode);
		for (const {question, verdict} of JSON.parse(stdout))
			outcomes.set(question, [...(outcomes.get(question) ?? []), verdict]);
	}
	const changes = [...outcomes].flatMap(([question, all]) => {
		const told = all.filter(verdict => verdict !== 'unknown').map(verdict => (verdict === 'note' ? 'ok' : verdict));
		const steps = told.filter((verdict, at) => verdict !== (told[at - 1] ?? 'ok'));
		return steps.map(verdict => `${question} ${verdict === 'ok' ? 'fixed' : verdict}`);
	});
	const sent = bodies.map(({question, event}) => `${question} ${event}`);
	expect(sent.toSorted()).toEqual(changes.toSorted());
	expect(sent.filter(each => each.startsWith('dropped'))).toEqual(count > 27 ? ['dropped fail', 'dropped fixed'] : []);
	// A run in the morning checks the day before.
	const onDaysOff = bodies.filter(({question, day}) => {
		const checked = addDays(day, -1);
		return question === 'working-days' && (weekday(checked) > 4 || holidays.includes(checked));
	});
	expect(onDaysOff).toEqual([]);
	const countOf = (text: string) => sent.filter(each => each === text).length;
	console.log(
		`${count} nights, ${sent.length} messages:`,
		Object.fromEntries([...new Set(sent)].map(each => [each, countOf(each)])),
	);
});
