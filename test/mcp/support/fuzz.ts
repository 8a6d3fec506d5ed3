import type {Random} from '../../support/mutate.ts';

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
	out: ['/tmp/stolen'],
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

export function makeCall(random: Random): FuzzedCall {
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
			...choose({fingerprint: ['ab', ''], since: ['-7d', 'x']}, 2, random),
		}),
		keys_apply: () => ({plan: 'x'}),
	};
	return {name, args: args[name]?.() as FuzzedCall['args']};
}
