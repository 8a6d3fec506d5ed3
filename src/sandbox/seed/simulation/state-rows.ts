import type {Writers} from '../stored-tables.ts';
import {currentColumns, getCells, historyColumns} from '../trait-columns.ts';
import type {Life, SimulatedProduct} from './life.ts';

/** Rows that change while an installation is active. */

export function beginSpan(life: Life, day: number): void {
	const {span, nth} = life;
	life.row = {span, nth, from: day, cells: getCells(historyColumns, life)};
	life.rowSessions = 0;
}

/** Seconds since 1970-01-01: a row is visible from `since` until before `until`. */
type Period = readonly [since: number, until: number];

export const forever = Number.MAX_SAFE_INTEGER;

/** Writes the row of the history that an installation is in. */
export function putSpan(
	{productId, installation, row, last, rowSessions}: Life,
	{property_span: spans}: Writers,
	period: Period,
): void {
	spans.add([productId, installation, row.span, row.nth, row.from, last, rowSessions]);
	spans.add(row.cells);
	spans.put(period);
}

type StateTarget = {
	readonly product: SimulatedProduct;
	readonly writers: Writers;
	/** The next active day, or NaN. */
	readonly next: number;
};

function putInstallation(life: Life, {product, writers, next}: StateTarget, period: Period): void {
	const {productId, installation, activeDays, sessions, minutes, first, last, client, machine, row} = life;
	const {installation: installations} = writers;
	installations.add([productId, installation, next, activeDays, sessions, minutes, first, last]);
	installations.addText(client);
	installations.addText(machine);
	installations.addText(product.keys[life.key - 1]?.row.licenseKey ?? null);
	installations.add(row.cells);
	installations.add(getCells(currentColumns, life));
	installations.put(period);
}

/** Writes the rows that change while an installation is active. */
export function putState(life: Life, target: StateTarget, period: Period): void {
	const {productId, installation, uses} = life;
	const {lifetime_usage: lifetime} = target.writers;
	putSpan(life, target.writers, period);
	putInstallation(life, target, period);
	for (let event = 0; event < uses.length; event++) {
		const count = uses[event] as number;
		if (count > 0) lifetime.put([productId, installation, event + 1, count, period[0], period[1]]);
	}
}
