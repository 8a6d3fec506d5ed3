import type {RejectReason} from '../../../src/archive/csv/csv-records.ts';
import {mutate, type Random} from './mutate.ts';

/** A CSV as no service should send it, and what is known of its rows. */
export type HostileCsv = {
	readonly bytes: Buffer;
	/** Each row bears one of these words. */
	readonly words: readonly string[];
	/** What has to come of it; undefined where its bytes were damaged besides. */
	readonly expected: {readonly good: readonly string[]; readonly rejects: readonly Reject[]} | undefined;
};
type Reject = {readonly line: number; readonly reason: RejectReason};

const columns: readonly (readonly [key: string, name: string])[] = [
	['clientId', 'Client ID'],
	['prodVersion', 'Version'],
	['os.version', 'OS Type'],
	['exception.class', 'Exception Class'],
	['exception.message', 'Exception Message'],
	['exception.stackTrace', 'Stack Trace'],
	['myOwn column', 'Ünïcode'],
];
const stacks = [
	'   at A.B.C(Int32 x) in C:\\src\\x.cs:line 4\r\n   at A.Main()',
	'\tat com.example.Main$3.run(Main.java:5)\n\n\tat com.example.Main.main(Main.java)',
	'Traceback "quoted", \'single\'\n  File "/opt/x.py", line 1, in main',
	'=cmd|"/c calc"!A1\n\u202e\u001b[31m',
];

type Row = {readonly bytes: Buffer; readonly reason?: RejectReason};
type Maker = (word: string, width: number, random: Random) => Row;

const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
const time = '2026-10-01T00:00:00';
/** As many cells as there are columns, the time first, the word in one of them. */
const cells = (word: string, width: number, random: Random): string[] => {
	const filled = Array.from({length: width}, () =>
		random.pick(['', 'x', '"a ""b"" c"', '"a,b"', 'wörd 語', "'", '5.0']),
	);
	filled[0] = time;
	filled[1 + random.below(width - 1)] = random.pick([word, quote(word), quote(`${word}\n${random.pick(stacks)}`)]);
	return filled;
};
const rowOf = (all: readonly string[], reason?: RejectReason): Row => ({
	bytes: Buffer.from(all.join(',')),
	...(reason ? {reason} : {}),
});

/** Rows by what has to come of them. */
const makers: readonly Maker[] = [
	(word, width, random) => rowOf(cells(word, width, random)),
	(word, width, random) =>
		rowOf([random.pick([`${time}Z`, `${time}.123`, '2024-02-29 23:59:59']), ...cells(word, width, random).slice(1)]),
	(word, width) => rowOf([time, word, ...Array(width).fill('')], 'columns'),
	(word, width) => rowOf([time, word, ...Array(Math.max(0, width - 3)).fill('')], 'columns'),
	(word, width) => rowOf([time, `${word}\0`, ...Array(width - 2).fill('')]),
	(word, width, random) => ({
		bytes: Buffer.concat([
			Buffer.from(`${time},${word}`),
			random.pick([
				Buffer.from([0xff]),
				Buffer.from([0xc3, 0x28]),
				Buffer.from([0xed, 0xa0, 0x80]),
				Buffer.from([0xc0, 0xaf]),
			]),
			Buffer.from(','.repeat(width - 2)),
		]),
	}),
	(word, width, random) =>
		rowOf(
			[
				random.pick(['', '2026-02-30T00:00:00', '2026-10-01', 'yesterday', '10/01/2026 00:00:00', `${time}+02:00`]),
				word,
				...Array(width - 2).fill(''),
			],
			'timestamp',
		),
	(word, width) => rowOf([time, `"${word}"x`, ...Array(width - 2).fill('')], 'quotes'),
];

type Draft = {
	line: number;
	width: number;
	readonly parts: Buffer[];
	readonly words: string[];
	readonly good: string[];
	readonly rejects: Reject[];
};

const add = (draft: Draft, bytes: Buffer, lineEnd: string) => {
	draft.parts.push(bytes, Buffer.from(lineEnd));
	draft.line += bytes.filter(byte => byte === 10).length + 1;
};

/** A header of either kind, with some of the columns. */
const addHeader = (draft: Draft, random: Random) => {
	const chosen = columns.filter((_, at) => at < 2 || random.next() < 0.7);
	const which = random.below(2);
	const names = [['timestamp', 'Timestamp'] as const, ...chosen].map(names => names[which] as string);
	// a mark at the very beginning only
	const mark = draft.line === 1 && random.below(2) === 0 ? '\uFEFF' : '';
	draft.width = names.length;
	add(
		draft,
		Buffer.from(mark + names.map(name => random.pick([name, quote(name)])).join(',')),
		random.pick(['\n', '\r\n']),
	);
};

const addRow = (draft: Draft, word: string, random: Random) => {
	const {bytes, reason} = random.pick(makers)(word, draft.width || 4, random);
	draft.words.push(word);
	// before the first header nothing says what the cells are, if they are cells at all
	const expected = draft.width === 0 && reason !== 'quotes' ? 'header' : reason;
	if (expected) draft.rejects.push({line: draft.line, reason: expected});
	else draft.good.push(word);
	add(draft, bytes, random.pick(['\n', '\r\n']));
};

/** A CSV of up to thirty rows, headers and empty lines; every other one with bytes that were damaged on the way. */
export const makeHostileCsv = (number: number, random: Random): HostileCsv => {
	const draft: Draft = {line: 1, width: 0, parts: [], words: [], good: [], rejects: []};
	if (random.next() < 0.9) addHeader(draft, random);
	for (let left = random.below(30); left > 0; left--) {
		const kind = random.next();
		if (kind < 0.08) addHeader(draft, random);
		else if (kind < 0.14) add(draft, Buffer.alloc(0), random.pick(['\n', '\r\n']));
		else addRow(draft, `word${number}x${left}y`, random);
	}
	const bytes = Buffer.concat(draft.parts);
	const {words, good, rejects} = draft;
	if (number % 2 === 0 || bytes.length === 0) return {bytes, words, expected: {good, rejects}};
	return {bytes: mutate(bytes, random), words, expected: undefined};
};
