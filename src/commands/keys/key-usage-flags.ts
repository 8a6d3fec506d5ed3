import {addDays} from '../../calendar.ts';
import type {Context} from '../../cli/definition/command.ts';
import {toggle} from '../../cli/definition/flag.ts';
import {CliError} from '../../errors.ts';
import type {ExtraColumns} from '../../keys/list-keys.ts';
import type {Column} from '../../output/dataset.ts';

/** Installations active in the last 30 and 90 days: who pays for a key may have stopped using it. */

export const usage = toggle({
	flags: '--usage',
	summary:
		"Add the installations active in the last 30 and 90 days; needs the permission 'License Key Filtering' for reports",
});

const usageDays = [30, 90] as const;

export const usageColumns: readonly Column[] = usageDays.map(days => ({
	key: `active${days}`,
	title: `Active ${days} d`,
	kind: 'count',
	unit: 'installations',
	layout: {priority: 1},
}));

/** Requests one report by license key for each column. */
export async function readUsage({connect, today, signal}: Context): Promise<ExtraColumns> {
	const {countActive} = await import('../../reports/latest-versions.ts');
	const client = await connect();
	const counts: ReadonlyMap<string, number>[] = [];
	for (const days of usageDays) {
		const query = {first: addDays(today, 1 - days), filters: {}};
		const rows = await countActive(client, query, ['licenseKey'], signal).catch(addHint);
		counts.push(new Map(rows.map(([key, count]) => [String(key), Number(count ?? 0)])));
	}
	return {columns: usageColumns, cells: key => counts.map(count => count.get(key) ?? 0)};
}

function addHint(error: unknown): never {
	if (!(error instanceof CliError) || error.kind !== 'auth') throw error;
	throw new CliError(error.kind, error.message, {
		...error.details,
		hint: `${error.details.hint}\nto list the keys without their usage, omit --usage`,
	});
}
