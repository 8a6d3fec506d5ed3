import fc from 'fast-check';
import {expect, test} from 'vitest';
import {laws} from '../support/laws/laws.ts';
import {createEventOracle, type EventsAsked, type Figures} from '../support/oracle/event-screens.ts';
import {filters, levelColumns} from '../support/oracle/exported-tables.ts';
import {dateOf, daysBefore, openScreens, randomDays, readTable, today, toNumber} from './support/screen.ts';
import {countBins, expectFigures, expectTop, sumOf} from './support/screen-figures.ts';

/** Each figure on the screens of lost installations, of usage and of events is that of the exported tables. Today is 2026-06-30. */

const {run, readAnswer, sql} = await openScreens();
const oracle = createEventOracle(sql, today);

const asked: fc.Arbitrary<EventsAsked> = fc.record({
	...{days: randomDays, by: fc.constantFrom(undefined, ...Object.keys(levelColumns))},
	...{filter: fc.constantFrom(...Object.keys(filters)), lostAfter: fc.integer({min: 3, max: 60})},
});
const few = laws(1, 60);
const lineOf = (command: string, {days, by, filter, lostAfter}: EventsAsked) =>
	[
		`report ${command} --no-quota-check --from ${days.first} --to ${days.last}`,
		command.startsWith('churn') ? `--lost-after ${lostAfter}` : '',
		by ? `--segment-by ${by}` : '',
		filter ? `--filter '${filter}'` : '',
	].join(' ');

const histograms: Readonly<Record<string, string>> = {
	'churn days': 'activeDays',
	'churn sessions': 'lifetimeSessionCount',
	'churn runtime': 'lifetimeRuntimeMinutes',
	"churn event 'Export/PDF'": 'Export/PDF',
	"churn event 'Files/Open'": 'Files/Open',
};

test('bins of lost installations, alone and compared, and the large figure of their page', () =>
	fc.assert(
		fc.asyncProperty(asked, fc.constantFrom(...Object.keys(histograms)), async ({by: _, ...rest}, command) => {
			const about = {...rest, by: undefined};
			const figure = histograms[command] as string;
			const line = lineOf(command, about);
			const earlier = daysBefore(about.days);
			const [now, before] = [
				await oracle.listLost(about, figure),
				await oracle.listLost({...about, days: earlier}, figure),
			];
			const {rows} = readTable(await run(line));
			const labels = rows.map(([label = '']) => label);
			expect(rows.map(([, n]) => toNumber(n))).toEqual(
				countBins(labels, now.length > 0 && labels.length > 0 ? now : []),
			);
			if (labels.length === 0) expect(sumOf(now, 'n')).toBe(0);
			const compared = readTable(await run(`${line} --compare ${earlier.first}..${earlier.last}`)).rows;
			const bins = compared.map(([label = '']) => label);
			const [nows, befores] = [countBins(bins, now), countBins(bins, before)];
			expect(compared.map(row => row.slice(1, 3).map(toNumber))).toEqual(
				bins.map((_bin, at) => [befores[at], nows[at]]),
			);
			const answer = await readAnswer(line);
			if (answer) expect(answer).toEqual({figure: sumOf(now, 'n'), text: 'installations'});
		}),
		few,
	));

const measures: Readonly<Record<string, string>> = {
	'active days': 'count(DISTINCT date)',
	sessions: 'sum(sessions)',
	runtime: 'sum(runtimeMinutes)',
};

test('bins of active installations by usage', () =>
	fc.assert(
		fc.asyncProperty(asked, async about => {
			const {rows} = readTable(await run(lineOf('usage', {...about, by: undefined})));
			for (const [measure, figure] of Object.entries(measures)) {
				const own = rows.filter(([name]) => name === measure);
				const found = await oracle.listActive(about, figure);
				if (rows.length === 0) expect(found).toEqual([]);
				else
					expect(own.map(([, , n]) => toNumber(n))).toEqual(
						countBins(
							own.map(([, bin = '']) => bin),
							found,
						),
					);
			}
		}),
		few,
	));

test('events of lost installations, the most used ones, and shares', () =>
	fc.assert(
		fc.asyncProperty(asked, fc.integer({min: 1, max: 9}), async (about, n) => {
			const found = await oracle.lostEvents(about);
			const label = about.by ?? '';
			expectFigures(readTable(await run(lineOf('churn events', about))), found, {label});
			const top = readTable(await run(`${lineOf('churn events', about)} --top ${n} --share`));
			expectFigures(top, found, {label, isWhole: false});
			const all = sumOf(await oracle.lostEvents({...about, by: undefined}), 'Uses');
			if (top.rows.length > 0 && found.length > 0) expectTop(top, found, {n, size: 'Used it', all, label});
		}),
		few,
	));

test('the table of events, with totals, the most used ones, shares, and a comparison', () =>
	fc.assert(
		fc.asyncProperty(randomDays, fc.integer({min: 1, max: 9}), async (days, n) => {
			const line = `report events table --no-quota-check --from ${days.first} --to ${days.last}`;
			const found = await oracle.eventTable({days});
			const events = found.filter(({name}) => name !== '');
			expectFigures(readTable(await run(line)), events);
			expectFigures(readTable(await run(`${line} --totals`)), found);
			const top = readTable(await run(`${line} --top ${n} --share`));
			expectFigures(top, events, {isWhole: false});
			expectTop(top, events, {n, size: 'Uses', all: sumOf(events, 'Uses')});
			expect(await readAnswer(line)).toEqual({figure: sumOf(events, 'Uses'), text: 'uses'});
			const earlier = daysBefore(days);
			const before = await oracle.eventTable({days: earlier});
			const compared = readTable(await run(`${line} --compare ${earlier.first}..${earlier.last}`));
			const sides = events.map(({label, category, name, Uses: now}) => {
				const was = Number(before.find(each => each.category === category && each.name === name)?.Uses);
				return {label, category, name, Before: was, Now: now, Change: Number(now) - was};
			});
			expectFigures(compared, sides);
		}),
		few,
	));

const timelineEvents = ['Export/PDF', 'Files/Open', 'Edit/Undo'];

test('events over time, long and wide', () =>
	fc.assert(
		fc.asyncProperty(
			randomDays,
			fc.record({
				split: fc.constantFrom('day', 'week', 'month'),
				view: fc.constantFrom('usage', 'values'),
				per: fc.constantFrom('', 'users', 'sessions', 'runtime', 'usage'),
			}),
			async (days, how) => {
				fc.pre(how.view !== how.per);
				const isAsked = ({category, name}: Figures) => timelineEvents.includes(`${category}/${name}`);
				const found = (await oracle.timeline({days}, how)).filter(isAsked);
				const events = timelineEvents.map(event => `--event ${event}`).join(' ');
				const line = `report events timeline --no-quota-check --from ${days.first} --to ${days.last} ${events} --split ${how.split} --view ${how.view} ${how.per ? `--per ${how.per}` : ''}`;
				const {heads, rows} = readTable(await run(line));
				const long = {heads: [...heads.slice(0, 3), 'value'], rows};
				expectFigures(long, found, {label: 'date'});
				const wide = readTable(await run(`${line} --wide`));
				const unfolded = wide.rows.flatMap(row =>
					wide.heads.flatMap((head, at) => (at < 2 ? [] : [[dateOf(head), row[0] ?? '', row[1] ?? '', row[at] ?? '']])),
				);
				expectFigures({...long, rows: unfolded}, found, {label: 'date'});
			},
		),
		few,
	));

const frequencyEvents = {PDF: 'Export/PDF', Any: 'Export/(PDF|Pr.*)', Open: 'Files/Open'};

test('how many installations use an event, and how often', () =>
	fc.assert(
		fc.asyncProperty(asked, fc.integer({min: 1, max: 5}), async (about, n) => {
			const categories: Record<string, string> = {PDF: 'Export', Open: 'Files'};
			const read = async (events: Readonly<Record<string, string>>, by = about.by) =>
				(await oracle.frequency({...about, by}, events)).map(
					each => ({...each, category: categories[String(each.name)]}) as Figures,
				);
			const label = about.by ?? '';
			const line = `${lineOf('events frequency', about)} --event Files/Open`;
			const all = await read(frequencyEvents);
			expectFigures(readTable(await run(`${line} --event Export/PDF --event 'Any = Export/PDF + Export/~^Pr'`)), all, {
				label,
			});
			const {Open} = frequencyEvents;
			const found = await read({Open});
			const top = readTable(await run(`${line} --top ${n} --share`));
			expectFigures(top, found, {label, isWhole: false});
			const [whole] = await oracle.frequency({...about, by: undefined}, {Open});
			if (top.rows.length > 0 && found.length > 0)
				expectTop(top, found, {n, size: 'Used it', all: Number(whole?.['Used it'] ?? 0), label});
			const answer = await readAnswer(line);
			if (answer) expect(answer).toEqual({figure: Number(whole?.['Used it']), text: 'users'});
		}),
		few,
	));

test('a page counts an installation once, or not at all if an update puts it in two rows', async () => {
	const line = 'report events frequency --no-quota-check --from 2026-01-05 --to 2026-01-13 --event Files/Open';
	expect(await readAnswer(line)).toEqual({figure: 13, text: 'users'});
	expect(await readAnswer(`${line} --segment-by prodVersion`)).toBeUndefined();
});
