import {expect, test} from 'vitest';
import {reportNames} from '../../src/contract/reports.ts';
import {isFigure} from '../../src/output/dataset.ts';
import type {ReportDescriptor} from '../../src/reports/report-descriptor.ts';
import {type ReportName, reportTable} from '../../src/reports/report-table.ts';
import type {ReportOptions} from '../../src/reports/request/report-options.ts';

const names = Object.keys(reportTable) as ReportName[];

test('lists every report', () => {
	expect(names.toSorted()).toEqual(reportNames.toSorted());
});

test.each(names)('%s has the figures that its type says', name => {
	const {find, figures, options} = reportTable[name];
	const columnsOf = (changed: ReportOptions) => {
		const report: ReportDescriptor = find(changed, '2026-06-30');
		return report.columns({...options, ...changed}, []);
	};
	const changes = [{}, {bins: true}, {status: ['new', 'active', 'lost'] as const}, {stickiness: true}];
	const all = changes.flatMap(columnsOf).filter(isFigure);
	expect([...new Set(all.map(({key}) => key))].toSorted()).toEqual(figures.toSorted());
});
