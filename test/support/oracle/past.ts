/** What is known on an earlier day, by plain loops: later rows are dropped, and sums are those of the rows that are left. */

export type Row = Readonly<Record<string, unknown>>;
export type Tables = Readonly<Record<string, readonly Row[]>>;

type Earlier = {
	/** Whether a day or a moment is known, as the rows write it. */
	readonly isKnown: (when: unknown) => boolean;
	/** How the rows write that there is no value. */
	readonly nothing: string | null;
};

/** The column that dates a row, by table; tables that are left out are not dated. */
const dates: Readonly<Record<string, string>> = {
	activity: 'date',
	event_usage: 'date',
	outreach_delivery: 'date',
	property_span: 'fromDate',
	exception_line: 'occurredAt',
	custom_event_line: 'occurredAt',
	license_key: 'addedDate',
	installation: 'dateInstalled',
};

const sum = (rows: readonly Row[], column: string) => rows.reduce((total, row) => total + Number(row[column]), 0);

const groupBy = (rows: readonly Row[], keyOf: (row: Row) => unknown) => {
	const groups = new Map<unknown, Row[]>();
	for (const row of rows) {
		const group = groups.get(keyOf(row));
		if (group) group.push(row);
		else groups.set(keyOf(row), [row]);
	}
	return (key: unknown): readonly Row[] => groups.get(key) ?? [];
};

/** An installation as its remaining days and its last remaining values tell; what has no history stays. */
function recompute(row: Row, days: readonly Row[], spans: readonly Row[]): Row {
	const held = [...spans].sort((a, b) => Number(a.nth) - Number(b.nth)).at(-1) ?? {};
	const values = Object.entries(held).filter(([name]) => name in row && name !== 'installation');
	const latest = days
		.map(({date}) => date)
		.reduce((one, other) => ((one as string) > (other as string) ? one : other), row.dateInstalled);
	return {
		...row,
		...Object.fromEntries(values),
		dateLastSeen: latest,
		activeDays: days.length,
		lifetimeSessionCount: sum(days, 'sessions'),
		lifetimeRuntimeMinutes: sum(days, 'runtimeMinutes'),
	};
}

/** The tables as they are known earlier (docs/service.md#imported-past). */
export function dropLater(all: Tables, {isKnown, nothing}: Earlier): Tables {
	const known = Object.fromEntries(
		Object.entries(all).map(([name, rows]) => {
			const date = dates[name];
			return [name, date === undefined ? rows : rows.filter(row => isKnown(row[date]))];
		}),
	);
	const of = (table: string) => groupBy(known[table] ?? [], row => row.installation);
	const [daysOf, spansOf] = [of('activity'), of('property_span')];
	const useOf = groupBy(known.event_usage ?? [], ({installation, event}) => `${installation} ${event}`);
	return {
		...known,
		installation: (known.installation ?? []).map(row =>
			recompute(row, daysOf(row.installation), spansOf(row.installation)),
		),
		lifetime_usage: (known.lifetime_usage ?? []).flatMap(row => {
			const uses = sum(useOf(`${row.installation} ${row.event}`), 'uses');
			return uses > 0 ? [{...row, uses}] : [];
		}),
		license_key: (known.license_key ?? []).map(row =>
			isKnown(row.lastEditedDate) ? row : {...row, lastEditedDate: nothing, lastEditedBy: nothing},
		),
	};
}
