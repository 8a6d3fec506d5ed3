import type {RowWriter, StoredCell} from '../../store/row-writer.ts';
import type {Writers} from '../stored-tables.ts';
import {addCells, currentColumns, historyColumns} from '../trait-columns.ts';
import {releaseAt} from '../values/releases.ts';
import type {Life, SimulatedProduct} from './life.ts';
import {backOffBits, optOutBits, touchCode} from './sdk-flags.ts';

/** Rows that change while an installation is active. */

/** In the order of historyColumns. */
const getHistoryCodes = ({release, licenseType, flags, traits}: Life): readonly number[] => [
	traits.isVersionUnknown ? 0 : release + 1,
	traits.edition,
	licenseType,
	flags,
	traits.language,
	traits.osLanguage,
	traits.system,
	traits.place,
	...traits.custom,
	traits.unique,
];

/** endSpan sets the last day and the sessions. */
export function beginSpan(life: Life, day: number): void {
	life.row = [life.productId, life.installation, life.span, life.nth, day, day, 0];
	life.rowSessions = 0;
	addCells(life.row, historyColumns, getHistoryCodes(life));
}

export function endSpan({row, last, rowSessions}: Life): StoredCell[] {
	row[5] = last;
	row[6] = rowSessions;
	return row;
}

function installationRow(life: Life, {profile, keys}: SimulatedProduct, next: number | null): StoredCell[] {
	const {traits, inclinations, activeDays, sessions, minutes, first, last, client, machine} = life;
	const {productId, installation} = life;
	const release = releaseAt(life.release);
	const key = keys.keys[life.key - 1]?.row.licenseKey ?? null;
	const row: StoredCell[] = [productId, installation, next, activeDays, sessions, minutes, first, last];
	row.push(client, machine, key);
	addCells(row, historyColumns, getHistoryCodes(life));
	addCells(row, currentColumns, [
		life.release + 1,
		traits.machine,
		traits.screen,
		traits.gpu,
		traits.java,
		traits.virtualMachine,
		traits.dotNet,
		touchCode(inclinations, release),
		optOutBits(inclinations, release),
		backOffBits(inclinations, release, {first, last, profile}),
	]);
	return row;
}

/** Rows of a table with a period of validity, without that period. */
type StateRow = readonly [writer: RowWriter, cells: readonly StoredCell[]];

/** Returns the current row of the history, the lifetime uses and the row of the installation. `next` is its next active day. */
export function getState(
	life: Life,
	{product, writers, next}: {product: SimulatedProduct; writers: Writers; next: number | null},
): readonly StateRow[] {
	const rows: StateRow[] = [
		[writers.spans, [...endSpan(life)]],
		[writers.installations, installationRow(life, product, next)],
	];
	for (let event = 0; event < life.uses.length; event++) {
		const count = life.uses[event] as number;
		if (count > 0) rows.push([writers.lifetime, [life.productId, life.installation, event + 1, count]]);
	}
	return rows;
}

export const forever = Number.MAX_SAFE_INTEGER;

/** Writes rows that are visible from `since` until before `until`, in seconds since 1970-01-01. */
export function putState(rows: readonly StateRow[], {since, until}: {since: number; until: number}): void {
	for (const [writer, cells] of rows) writer.put([...cells, since, until]);
}
