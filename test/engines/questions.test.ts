import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {type ClusterPorts, withCluster} from '../../src/archive/cluster/cluster.ts';
import {parseEngineAddress} from '../../src/archive/cluster/engine-address.ts';
import {findCrash} from '../../src/archive/crashes/crash-detail.ts';
import {type CrashGroups, readCrashGroups} from '../../src/archive/crashes/crash-groups.ts';
import {countGroups} from '../../src/archive/crashes/group-counts.ts';
import {getPossibleDays} from '../../src/archive/records/record-dates.ts';
import type {Records} from '../../src/archive/records/records.ts';
import {withRecords} from '../../src/archive/records/with-records.ts';
import {dialects} from '../../src/archive/sql/dialects.ts';
import {openEngine} from '../../src/archive/sql/engine.ts';
import {noFilter, type RecordFilter, selectRecords, selectSamples} from '../../src/archive/sql/record-relations.ts';
import {getTableFolder} from '../../src/archive/tables/find-table.ts';
import {exchange} from '../../src/client/http/retrying-exchange.ts';
import {createTransport} from '../../src/client/http/transport.ts';
import {makeFaults} from '../support/data/crash-month.ts';
import {createRandom} from '../support/data/mutate.ts';
import {recordPorts} from '../support/data/record-ports.ts';
import {texts as anyTexts, columns, dayOf, days, line, question, toFilter} from '../support/data/record-questions.ts';
import {selectTableRecords, syncTable} from '../support/data/sync-table.ts';
import {writeZip} from '../support/disk/zip-writer.ts';
import {type Held, monthly} from '../support/service/log-service.ts';
import {startClickHouse} from './support/clickhouse.ts';
import {startSpark} from './support/spark.ts';
import {startTrino} from './support/trino.ts';

/** The same questions to the embedded engine and to clusters, over one table: equal answers. */

const count = Number(process.env.QUESTIONS ?? 200);
const seed = Number(process.env.SEED ?? 1);
/** Most of the time of a small question is waiting. */
const atOnce = 4;
const reportEvery = 100;
const random = createRandom(2500);
const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
const stack = (frames: readonly string[]) =>
	frames.map(frame => `   at ${frame}(String name) in C:\\x.cs:line 5`).join('\n');
/** Stacks of faults as three builds have them, which inline other frames. */
const builds = makeFaults(12, random).flatMap(({class: name, method, frames}) =>
	[0, 1, 2].map(() => [name, method, stack(frames.filter((_, at) => at === 0 || random.below(6) > 0))] as const),
);
/** The embedded engine's library leaves out a byte order mark at the beginning of a text. */
const texts = anyTexts.filter(text => !text.startsWith('\ufeff'));
const crash = (): readonly string[] => {
	const [name, method, frames] = random.pick(builds);
	if (random.below(8) > 0) return [name, method, random.pick(texts), frames];
	return [random.pick(texts), '', random.pick(texts), random.pick(texts)];
};
const crashColumns = ['exception.class', 'exception.method', 'exception.message', 'exception.stackTrace'];

/** Lines of two months, whose files have not the same columns. */
const createFiles = (): Held[] => {
	const lines = fc.sample(line({}), {numRuns: 3000, seed: 25});
	return [
		['2026-08-01', '2026-08-31'],
		['2026-09-01', dayOf(days - 1)],
	].map(([from = '', to = '']) => {
		const names = Object.keys(columns).filter(name => name !== 'ram' || from > '2026-08-01');
		const own = lines.filter(({timestamp}) => timestamp >= from && timestamp.slice(0, 10) <= to);
		const rows = own.map(({timestamp, cells}) =>
			[timestamp, ...[...names.map(name => cells[name] ?? ''), ...crash()].map(quote)].join(','),
		);
		const header = ['timestamp', ...names, ...crashColumns];
		const content = `${header.join(',')}\n${rows.join('\n')}\n`;
		const file = monthly(from, to);
		const data = writeZip([{name: file.name.replace('.zip', '.csv'), data: content}]);
		return {...file, bytes: data, unpacked: Buffer.byteLength(content)};
	});
};

const transport = createTransport();
const portsOf = (engine: string): ClusterPorts => ({
	address: parseEngineAddress(engine) as ClusterPorts['address'],
	password: undefined,
	transport,
	clock: recordPorts.clock,
	today: recordPorts.today,
	exchange: (request, signal) =>
		exchange(request, 'read', {
			...{transport, signal, clock: recordPorts.clock, random: Math.random},
			...{timeoutMs: 60_000, retries: 3, maxAnswerBytes: 2 ** 26, trace: () => undefined},
		}),
	askPassword: async () => '',
	maxAnswerBytes: 2 ** 26,
	timeoutMs: 60_000,
	statementTimeoutMs: undefined,
	signal: recordPorts.signal,
	showWaiting: recordPorts.progress.wait,
});

/** The lines that a filter leaves, in one engine. */
type Change = (filter: RecordFilter) => Records;

test('random questions have the same answers in the embedded engine and in clusters', {
	timeout: 3 * 3600_000,
}, async () => {
	const store = mkdtempSync(join(tmpdir(), 'usagectl-questions-'));
	const clusters = (await Promise.all([startTrino(store), startClickHouse(store), startSpark(store)])).filter(
		each => each !== undefined,
	);
	try {
		const folder = join(store, 'crashes');
		await syncTable(folder, createFiles());
		const asked = fc.sample(question, {numRuns: count, seed});
		const marked = fc.sample(fc.nat(), {numRuns: count, seed: seed + 1});
		const answer = async (at: number, crashGroups: CrashGroups, change: Change) => {
			const one = asked[at] as (typeof asked)[number];
			const own = change(toFilter(one, change(noFilter).dialect));
			const found = await countGroups(own, crashGroups, one.period);
			const [fingerprint] = found.groups[(marked[at] ?? 0) % Math.max(1, found.groups.length)]?.names ?? [];
			const detail =
				at % 10 === 0 && fingerprint
					? await findCrash(own, crashGroups, {fingerprint, listCommand: '', period: one.period})
					: undefined;
			return {found, detail};
		};
		const toPlain = (crashGroups: CrashGroups) => ({
			...crashGroups,
			heads: [...crashGroups.heads],
			samples: [...crashGroups.samples].sort(),
		});
		const engine = await openEngine({temp: store, folders: [folder], signal: recordPorts.signal});
		const whole = (await selectTableRecords(engine, folder)) ?? '';
		const over =
			(table: string, {rows, dialect}: Pick<Records, 'rows' | 'dialect'>) =>
			(filter: RecordFilter): Records => ({
				kind: 'exceptions',
				dialect,
				possible: getPossibleDays([], recordPorts),
				rows,
				relation: () => selectRecords(dialect, {kind: 'exceptions', filter}, table),
				samples: selectSamples(dialect, table),
			});
		const ours = over(whole, {rows: engine.rows, dialect: dialects.duckDb});
		const crashGroups = await readCrashGroups(ours(noFilter));
		const expected = new Map<number, ReturnType<typeof answer>>();
		const getExpected = (at: number) => {
			const found = expected.get(at) ?? answer(at, crashGroups, ours);
			expected.set(at, found);
			return found;
		};
		// What the command does with a folder comes to the same.
		for (const [at, one] of asked.slice(0, 3).entries()) {
			const request = {paths: [folder], filter: toFilter(one, dialects.duckDb), rejects: undefined};
			const found = await withRecords(request, {...recordPorts, stateDir: store}, async records =>
				countGroups(records, await readCrashGroups(records), one.period),
			);
			expect(found).toEqual((await getExpected(at)).found);
		}
		for (const {name, version, cluster, questions} of clusters) {
			const table = getTableFolder(folder, 'exceptions');
			const [place, own] = [await cluster?.(table), await questions?.(table)];
			if (!place && !own) continue;
			const started = performance.now();
			const compare = async (records: Records) => {
				const found = await readCrashGroups(records);
				const change = over(records.dialect.quoteName('exceptions'), records);
				expect(toPlain(found)).toEqual(toPlain(crashGroups));
				let equal = 0;
				const compareOne = async (at: number) => {
					const [theirs, our] = await Promise.all([answer(at, found, change), getExpected(at)]);
					if (JSON.stringify(theirs) === JSON.stringify(our)) equal++;
					else expect.soft(theirs, `${name}: ${JSON.stringify(asked[at])}`).toEqual(our);
				};
				for (let at = 0; at < count; at += atOnce) {
					const some = Array.from({length: Math.min(atOnce, count - at)}, (_, index) => compareOne(at + index));
					await Promise.all(some);
					const done = at + some.length;
					if (done % reportEvery === 0 || done === count)
						console.log(
							`${name} ${version}: ${equal} of ${done} questions equal, ${((performance.now() - started) / 1000).toFixed(0)} s`,
						);
				}
			};
			if (own) await compare(over('exceptions', own)(noFilter));
			else await withCluster({kind: 'exceptions', filter: noFilter}, portsOf(place ?? ''), compare);
		}
		await engine.close();
	} finally {
		for (const each of clusters) await each.close();
		rmSync(store, {recursive: true, force: true});
	}
});
