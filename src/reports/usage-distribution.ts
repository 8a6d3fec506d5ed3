import type {LabelMap} from '../contract/json-values.ts';
import type {usageDistribution as usageOperation} from '../contract/operations/churn-report.ts';
import {reportRows, usualStart} from '../contract/reports.ts';
import type {Labeled} from '../contract/value-schemas.ts';
import type {Column, Row} from '../output/dataset.ts';
import {toFigure, toMap, UnknownLayout} from './answer-layout.ts';
import {binColumn, histogramColumn, installationsColumn} from './report-columns.ts';
import type {ReportDescriptor} from './report-descriptor.ts';
import type {ReportOptions} from './request/report-options.ts';
import {toDates} from './request/report-request.ts';

const histograms = {activeDays: 'active days', sessions: 'sessions', runtime: 'runtime'} as const;
const names = Object.entries(histograms);

/** Yields the bins of the other two distributions inside a bin. */
function* readCross(bin: LabelMap, label: readonly [histogram: string, bin: string]): Generator<Row, void> {
	for (const [name, title] of names) {
		const others = bin.get(name);
		if (others === undefined || others === null) continue;
		for (const [other, users] of toMap(others, name)) yield [...label, title, other, toFigure(users, 'a bin')];
	}
}

/**
 * Reads `results` of the distribution of usage: installations by bin, in the service's order. Rows: histogram, bin,
 * installations; with `cross` histogram, bin, the other histogram, its bin, installations. Throws UnknownLayout
 * (docs/service.md#newer-usage-distribution).
 */
export function* readDistribution(value: Labeled, cross: boolean): Generator<Row, void> {
	const results = toMap(value, 'results');
	const found = names.filter(([name]) => results.has(name));
	if (found.length === 0 && results.size > 0)
		throw new UnknownLayout('results', `an object with ${Object.keys(histograms).join(', ')}`);
	for (const [name, title] of found) {
		for (const [label, members] of toMap(results.get(name), name)) {
			const bin = toMap(members, 'a bin');
			if (!bin.has('users')) throw new UnknownLayout('a bin', 'an object with users');
			if (cross) yield* readCross(bin, [title, label]);
			else yield [title, label, toFigure(bin.get('users'), 'users')];
		}
	}
}

const crossColumns: readonly Column[] = [
	{key: 'other', title: 'Broken down by', kind: 'text'},
	{key: 'otherBin', title: 'Inner bin', kind: 'bin'},
];

export const usageDistribution: ReportDescriptor<typeof usageOperation, ReportOptions & {readonly cross: boolean}> = {
	row: reportRows.usage,
	defaultStart: usualStart,
	endpoint: async () => (await import('../contract/operations/churn-report.ts')).usageDistribution,
	request: (_options, {range, filters: globalFilters}) => ({
		...toDates(range),
		globalFilters,
	}),
	columns: ({cross}) => [histogramColumn, binColumn, ...(cross ? crossColumns : []), installationsColumn],
	read: ([results = []], {cross}) => readDistribution(results, cross),
	chart: {title: 'Active installations by usage'},
};
