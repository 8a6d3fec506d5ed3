import type {Range} from '../../output/dataset.ts';
import {type FigureName, lastRetained} from './why-figures.ts';

export type LineParts = {
	readonly range: Range;
	readonly filters: readonly string[];
	/** The expression of `--level` or `--segment-by`. */
	readonly segments: string;
	readonly lostAfter: number;
	readonly after: number;
	readonly event: readonly string[];
};

const rangeWords = ({first, last}: Range) => ['--from', first, '--to', last];
const filterWords = (filters: readonly string[]) => filters.flatMap(text => ['--filter', text]);
const lossWords = ({lostAfter}: LineParts) => ['--lost-after', String(lostAfter)];

const currentWords = (status: string, parts: LineParts, more: readonly string[] = []) => [
	...['report', 'current', ...rangeWords(parts.range), '--status', status, ...more],
	...[...filterWords(parts.filters), '--level', parts.segments],
];

const segmentWords = ({filters, segments}: LineParts) => [...filterWords(filters), '--segment-by', segments];

/** The words of the report that shows the same figures, by the report that they came from. */
export const getLineWords: Readonly<Record<FigureName | 'lostByEvents', (parts: LineParts) => readonly string[]>> = {
	new: parts => currentWords('new', parts),
	active: parts => currentWords('active', parts),
	lost: parts => currentWords('active,lost', parts, lossWords(parts)),
	lostByEvents: parts => [
		'report',
		'churn',
		'events',
		...rangeWords(parts.range),
		...lossWords(parts),
		...segmentWords(parts),
	],
	retention: parts => [
		...['report', 'churn', 'retention', '--from', parts.range.first, '--to', lastRetained(parts.range, parts.after)],
		...['--split', 'day', ...lossWords(parts), '--filter', `dateInstalled=${parts.range.first}..${parts.range.last}`],
		...segmentWords(parts),
	],
	'crash-free': parts => currentWords('active', parts),
	event: parts => [
		...['report', 'events', 'frequency', ...rangeWords(parts.range), ...parts.event.flatMap(text => ['--event', text])],
		...segmentWords(parts),
	],
};
