import type {Cell, Column} from '../../output/dataset.ts';
import type {DecidedGroup} from '../crashes/decided-groups.ts';
import type {LogKind} from '../log-kinds.ts';

/** The most important columns come first, because a narrow terminal drops the last ones. */
const nameColumns: Readonly<Record<LogKind, readonly Column[]>> = {
	exceptions: [{key: 'fingerprint', title: 'Fingerprint', kind: 'text', layout: {priority: 1, minWidth: 16}}],
	events: [
		{key: 'category', title: 'Category', kind: 'label'},
		{key: 'name', title: 'Name', kind: 'label', layout: {priority: 1, minWidth: 25}},
	],
};
const countTitles: Readonly<Record<LogKind, string>> = {exceptions: 'Reports', events: 'Records'};
const getCountColumns = (kind: LogKind): readonly Column[] => [
	{key: 'mark', title: 'Mark', kind: 'text', layout: {priority: 1}},
	{key: 'count', title: countTitles[kind], kind: 'count', layout: {priority: 1}},
	{key: 'installations', title: 'Installations', kind: 'count'},
];
const sampleColumns: Readonly<Record<LogKind, readonly Column[]>> = {
	exceptions: [
		{key: 'class', title: 'Class', kind: 'text', layout: {priority: 1, minWidth: 20, cut: 'start'}},
		{key: 'method', title: 'Method', kind: 'text', layout: {minWidth: 17, cut: 'start'}},
		{key: 'message', title: 'Message', kind: 'text', layout: {priority: 1, minWidth: 20, cut: 'lines'}},
	],
	events: [],
};
const spanColumns: readonly Column[] = [
	{key: 'firstDay', title: 'First day', kind: 'date', layout: {priority: 3}},
	{key: 'lastDay', title: 'Last day', kind: 'date', layout: {priority: 3}},
	{key: 'firstVersion', title: 'First version', kind: 'text', layout: {priority: 3}},
	{key: 'lastVersion', title: 'Last version', kind: 'text', layout: {priority: 3}},
	{key: 'trend', title: 'Change %', kind: 'percent', unit: '%', layout: {priority: 3}},
];
export const getGroupColumns = (kind: LogKind) => [
	...nameColumns[kind],
	...getCountColumns(kind),
	...sampleColumns[kind],
	...spanColumns,
];

export function toGroupRow(group: DecidedGroup, sample: readonly Cell[]): readonly Cell[] {
	const {names, count, installations, firstVersion, lastVersion, firstDay, lastDay, trend, mark} = group;
	return [...names, mark, count, installations, ...sample, firstDay, lastDay, firstVersion, lastVersion, trend];
}
