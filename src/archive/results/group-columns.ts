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
	{key: 'trend', title: 'Change %', kind: 'percent', isChange: true, unit: '%', layout: {priority: 3}},
];
/** The installations of the week before and of the last week, which the mark `rising` compares. */
const weekColumns: Readonly<Record<LogKind, readonly Column[]>> = {
	exceptions: [
		{key: 'weekBefore', title: 'Installations in the week before', kind: 'count', onlyInData: true},
		{key: 'lastWeek', title: 'Installations in the last week', kind: 'count', onlyInData: true},
	],
	events: [],
};
/** The columns of crash groups for people, who see a beginning of the fingerprint and one name of the crash. */
export const crashColumns: readonly Column[] = [
	{key: 'fingerprint', title: 'Group', kind: 'text', layout: {priority: 0}},
	{key: 'mark', title: 'Mark', kind: 'text', hiddenWhenEmpty: true, layout: {priority: 1}},
	{key: 'crash', title: 'Crash', kind: 'text', layout: {priority: 0, minWidth: 20}},
	{key: 'count', title: 'Reports', kind: 'count', layout: {priority: 0}},
	{key: 'installations', title: 'Installations', kind: 'count', layout: {priority: 0}},
	{key: 'lastVersion', title: 'Last', kind: 'text', layout: {priority: 1}},
	{key: 'weekBefore', title: 'Week before', kind: 'count', hiddenWhenEmpty: true, layout: {priority: 1}},
	{key: 'lastWeek', title: 'Last week', kind: 'count', hiddenWhenEmpty: true, layout: {priority: 1}},
];

/** Returns as many digits as git shows of a commit; every command takes them. */
export const shortenFingerprint = (fingerprint: string): string => fingerprint.slice(0, 8);

const lastParts = (name: string, count: number) => name.split('.').slice(-count).join('.');

/** Names a crash without the namespaces of its class and method: `IOException in Files.Open`. */
export const nameCrash = (className: Cell | undefined, method: Cell | undefined): string =>
	[className && lastParts(String(className), 1), method && lastParts(String(method), 2)].filter(Boolean).join(' in ');

export function toCrashRow(
	{names, mark, count, installations, lastVersion, weeks}: DecidedGroup,
	[className, method]: readonly Cell[],
): readonly Cell[] {
	return [
		shortenFingerprint(names[0] ?? ''),
		mark,
		nameCrash(className, method),
		count,
		installations,
		lastVersion,
		...(mark === 'rising' && weeks ? [weeks.before, weeks.now] : [null, null]),
	];
}

export const getGroupColumns = (kind: LogKind) => [
	...nameColumns[kind],
	...getCountColumns(kind),
	...sampleColumns[kind],
	...spanColumns,
	...weekColumns[kind],
];

export function toGroupRow(group: DecidedGroup, sample: readonly Cell[]): readonly Cell[] {
	const {names, count, installations, firstVersion, lastVersion, firstDay, lastDay, trend, mark, weeks} = group;
	// Event records have no sample, and no weeks.
	const ofWeeks = sample.length === 0 ? [] : [weeks?.before ?? null, weeks?.now ?? null];
	const span = [firstDay, lastDay, firstVersion, lastVersion, trend];
	return [...names, mark, count, installations, ...sample, ...span, ...ofWeeks];
}
