import {addDays, describeRange} from '../../calendar.ts';
import type {Context} from '../../cli/definition/command.ts';
import {toggle} from '../../cli/definition/flag.ts';
import {CliError} from '../../errors.ts';
import type {ExtraColumns} from '../../keys/list-keys.ts';
import type {Column} from '../../output/dataset.ts';

/** Installations of each key that were active in two spans of 30 days: a customer who still pays may have stopped using the product. */

export const usage = toggle({
	flags: '--usage',
	summary:
		"Add the installations active in the last 30 days, and in the 30 days that ended 90 days ago; needs the permission 'License Key Filtering' for reports",
});

const spanDays = 30;

const countColumn = (key: string, title: string): Column => ({
	key,
	title,
	kind: 'count',
	unit: 'installations',
	layout: {priority: 0},
});

export const usageColumns: readonly Column[] = [
	countColumn('activeNow', 'Active now'),
	countColumn('active90DaysAgo', 'Active 90 d ago'),
];

const getSpan = (last: string) => ({first: addDays(last, 1 - spanDays), last});

type Counts = (licenseKey: string) => number | null;

/** Requests one report by license key for each column. */
export async function readUsage({connect, today, signal, footnote, caveat}: Context): Promise<ExtraColumns> {
	const {countActive} = await import('../../reports/latest-versions.ts');
	const client = await connect();
	const spans = [getSpan(today), getSpan(addDays(today, -90))] as const;
	const read = async (range: {readonly first: string; readonly last?: string}): Promise<Counts> => {
		const rows = await countActive(client, {...range, filters: {}}, ['licenseKey'], signal).catch(addHint);
		const counts = new Map(rows.map(([key, count]) => [String(key), Number(count ?? 0)]));
		return key => counts.get(key) ?? 0;
	};
	try {
		const counts = [await read(spans[0]), await read(spans[1])];
		const [now, before] = spans.map(describeRange);
		await footnote(`Active now: ${now}; Active 90 d ago: ${before}`);
		return toExtraColumns(counts);
	} catch (error) {
		if (!(error instanceof CliError && error.details.code === 'absent')) throw error;
		const {first} = spans[0];
		await caveat(`an older server does not tell how many were active 90 days ago; Active now: from ${first} until now`);
		return toExtraColumns([await read({first}), () => null]);
	}
}

const toExtraColumns = (counts: readonly Counts[]): ExtraColumns => ({
	columns: usageColumns,
	cells: key => counts.map(count => count(key)),
});

function addHint(error: unknown): never {
	if (!(error instanceof CliError) || error.kind !== 'auth') throw error;
	throw new CliError(error.kind, error.message, {
		...error.details,
		hint: `${error.details.hint}\nto list the keys without their usage, omit --usage`,
	});
}
