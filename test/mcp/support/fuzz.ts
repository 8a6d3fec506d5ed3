import type {Random} from '../../support/data/mutate.ts';

/** Calls that an assistant might make, right and wrong, made at random. */
export type FuzzedCall = {readonly name: string; readonly args: Readonly<Record<string, unknown>>};

const reports = [
	'current',
	'churn retention',
	'churn days',
	'churn sessions',
	'churn runtime',
	'churn events',
	'churn event',
	'events table',
	'events timeline',
	'events frequency',
	'current',
	'churn retention',
	'events table',
	'curent',
	'report current',
	'',
];
const values: Readonly<Record<string, readonly unknown[]>> = {
	from: ['-30d', '2026-05-01', '2026-05', 'oldest', 'yesterdy', 30, ''],
	to: ['today', '2026-06-15', '2026-13-01'],
	status: ['new,active,lost', 'lost', 'gone'],
	lost_after: [30, 7, -1, 'x'],
	split: ['day', 'week', 'month', 'year'],
	filter: [
		'country=US,DE',
		'prodVersion=4.* and ram>=8GB',
		['country=US', 'ram>=4GB'],
		'prodVersoin=4',
		'ram>=',
		'@/etc/passwd',
		'x'.repeat(3000),
		'country=\u001b[31mUS',
		'',
	],
	level: ['prodEdition', 'os.version: each * limit 5', ['prodEdition', 'country'], 'os.versoin', 'country: each *'],
	segment_by: ['prodEdition', 'installationMonth', 'ram: Small = ..<4GB, Big = 4GB..', 'nothing'],
	event: ['Export/PDF', ['Export/PDF', 'Files/Open'], 'Nothing/There', '/', '--out=x'],
	sort: ['active:desc', 'alpha', 'nothing'],
	share: [true, false, 'yes'],
	top: [3, 0],
	compare: ['previous', '2026-04-01..2026-04-30'],
	totals: [true],
	fields: ['prodEdition,active', 'nothing', 'new'],
	product: [1, 5_000_000_101],
	offset: [0, 1, 5, 100_000, -1],
	limit: [1, 3, 1000, 0, 1.5],
	out: ['/nowhere/stolen'],
	__proto__: ['x'],
};
const keyValues: Readonly<Record<string, readonly unknown[]>> = {
	filter: ['overQuotaCount>0', 'licenseStatus.activated', 'licenseStatus.activatd', '@x', 'expiryDate<today'],
	sort: ['overQuotaCount:desc', 'notes', 'nothing'],
	fields: ['licenseKey,notes', 'nothing'],
	within: ['30d', 'x'],
	offset: [0, 3, 100_000],
	limit: [1, 7, 5000],
};

/** Some of the arguments, each with one of its values. */
function choose(all: Readonly<Record<string, readonly unknown[]>>, most: number, random: Random) {
	const names = Object.keys(all);
	const chosen = Array.from({length: random.below(most + 1)}, () => random.pick(names));
	return Object.fromEntries(chosen.map(name => [name, random.pick(all[name] ?? [])]));
}

/** Questions that are right as they are. */
const good: readonly FuzzedCall[] = [
	...(
		[
			{report: 'current', from: '-30d', level: 'prodEdition'},
			{
				report: 'current',
				from: '-90d',
				status: 'new,active,lost',
				lost_after: 30,
				level: ['prodEdition', 'os.version'],
			},
			{report: 'current', from: '2026-05', split: 'month', filter: 'country=US,DE and ram>=4GB'},
			{report: 'current', level: 'os.version: each * limit 5', share: true},
			{report: 'current', level: 'country: each *', top: 3},
			{report: 'churn retention', from: '2026-01', segment_by: 'installationMonth'},
			{report: 'churn retention', from: '2026-04', split: 'week', segment_by: 'prodEdition', lost_after: 14},
			{report: 'churn retention', from: '2026-05', to: '2026-06-15', compare: '2026-03-01..2026-04-15'},
			{report: 'churn days', from: '2026-01', to: '2026-05-31'},
			{report: 'churn sessions', from: '2026-01', to: '2026-05-31', lost_after: 7},
			{report: 'churn event', from: '2026-01', event: 'Export/PDF'},
			{report: 'events table', from: '-90d', totals: true},
			{report: 'events timeline', from: '-14d', event: ['Export/PDF', 'Files/Open']},
			{report: 'events frequency', from: '-90d', event: 'Any save = Files/~^Save'},
		] as const
	).map(args => ({name: 'report', args})),
	...(
		[
			{action: 'list', filter: 'overQuotaCount>0', sort: 'overQuotaCount:desc'},
			{action: 'list', fields: 'licenseKey,notes,lastEditedBy.email'},
			{action: 'expiring', within: '52w'},
		] as const
	).map(args => ({name: 'keys', args})),
];

export function makeCall(random: Random): FuzzedCall {
	if (random.below(2) === 0) return makeWildCall(random);
	const {name, args} = random.pick(good);
	const paging = {
		offset: random.pick([0, 0, 1, 5, 100_000]),
		...(random.below(2) ? {limit: random.pick([1, 3, 1000])} : {}),
	};
	return {name, args: {...args, ...paging}};
}

function makeWildCall(random: Random): FuzzedCall {
	const name = random.pick(['report', 'report', 'report', 'keys', 'check_filter', 'describe', 'crashes', 'keys_apply']);
	const args: Readonly<Record<string, () => object>> = {
		report: () => ({report: random.pick(reports), ...choose(values, 2, random)}),
		keys: () => ({action: random.pick(['list', 'audit', 'expiring', 'delete']), ...choose(keyValues, 2, random)}),
		check_filter: () => ({
			expression: random.pick([...(values.filter ?? []), ...(values.level ?? [])]),
			...(random.below(2) ? {kind: random.pick(['filter', 'key', 'level', 'nothing'])} : {}),
		}),
		describe: () => ({
			about: random.pick(['overview', 'report', 'properties', 'values', 'events', 'topic', 'secrets']),
			...(random.below(3) ? {name: random.pick(['current', 'prodEdition', 'filters', 'nothing', '../etc'])} : {}),
			...(random.below(3) ? {} : {match: random.pick(['a', '4.*', '~(', '@x'])}),
		}),
		crashes: () => ({
			action: random.pick(['top', 'show']),
			...choose({fingerprint: ['ab', ''], from: ['-7d', 'x']}, 2, random),
		}),
		keys_apply: () => ({plan: 'x'}),
	};
	return {name, args: args[name]?.() as FuzzedCall['args']};
}
