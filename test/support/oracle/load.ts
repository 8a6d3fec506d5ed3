import type {EventUse, Installation, Values} from './model.ts';

/** Tables as `sandbox export` writes them: one array of plain rows each. */
export type Tables = (table: string) => Promise<readonly Record<string, unknown>[]>;

type Row = Record<string, string | number | boolean | null>;

/** Columns of properties with parts: `os_version` holds `os.version`. */
const parted = /^(os|geography|gpu|licenseStatus|optOut|backOff)_(\w+)$/;
const valuesOf = (row: Row): Values =>
	Object.fromEntries(Object.entries(row).map(([column, value]) => [column.replace(parted, '$1.$2'), value]));

const groupBy = (rows: readonly Row[], column: string) => {
	const groups = new Map<unknown, Row[]>();
	for (const row of rows) {
		const group = groups.get(row[column]);
		if (group) group.push(row);
		else groups.set(row[column], [row]);
	}
	return (key: unknown): readonly Row[] => groups.get(key) ?? [];
};

export type EventName = {readonly category: string | null; readonly name: string; readonly advanced: boolean};

/** Installations of one product with all that happened to them, and the product's events. */
export async function loadProduct(
	tables: Tables,
	productId: number,
): Promise<{readonly installations: readonly Installation[]; readonly events: readonly EventName[]}> {
	const read = async (table: string) => (await tables(table)).filter(row => row.productId === productId) as Row[];
	const events = new Map(
		(await read('event')).map(row => [
			row.event,
			{category: row.category as string | null, name: String(row.name), advanced: row.advanced === true},
		]),
	);
	const [spans, activity, usage, lifetime, deliveries] = (await Promise.all(
		['property_span', 'activity', 'event_usage', 'lifetime_usage', 'outreach_delivery'].map(async table =>
			groupBy(await read(table), 'installation'),
		),
	)) as [
		ReturnType<typeof groupBy>,
		ReturnType<typeof groupBy>,
		ReturnType<typeof groupBy>,
		ReturnType<typeof groupBy>,
		ReturnType<typeof groupBy>,
	];
	const installations = (await read('installation')).map((row): Installation => {
		const id = row.installation;
		const history = new Map(spans(id).map(span => [span.span, valuesOf(span)]));
		const current = valuesOf(row);
		return {
			id: String(id),
			installed: Number(row.dateInstalled),
			lastSeen: Number(row.dateLastSeen),
			install: {...current, ...history.get(spans(id).find(({nth}) => nth === 0)?.span ?? '')},
			current,
			activity: new Map(
				activity(id).map(day => [
					Number(day.date),
					{sessions: Number(day.sessions), minutes: Number(day.runtimeMinutes), at: history.get(day.span) as Values},
				]),
			),
			events: usage(id).map(
				(use): EventUse => ({
					...(events.get(use.event) as EventName),
					day: Number(use.date),
					count: Number(use.uses),
					valueSum: Number(use.customValueSum),
					valueCount: Number(use.customValues),
					at: history.get(use.span) as Values,
				}),
			),
			lifetime: lifetime(id).map(use => ({...(events.get(use.event) as EventName), count: Number(use.uses)})),
			activeDays: Number(row.activeDays),
			lifetimeSessions: Number(row.lifetimeSessionCount),
			lifetimeMinutes: Number(row.lifetimeRuntimeMinutes),
			delivered: new Set(deliveries(id).map(delivery => `${delivery.channel}/${delivery.campaign}`)),
		};
	});
	return {installations, events: [...events.values()]};
}
