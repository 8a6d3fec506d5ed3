import type {Writers} from '../stored-tables.ts';
import {addCells, currentColumns, historyColumns} from '../trait-columns.ts';
import type {ProductProfile} from '../values/product-profiles.ts';
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

export function beginSpan(life: Life, day: number): void {
	const {span, nth} = life;
	life.row = {span, nth, from: day, codes: getHistoryCodes(life)};
	life.rowSessions = 0;
}

/** In the order of currentColumns. */
function getCurrentCodes(
	{release, traits, inclinations, first, last}: Life,
	profile: ProductProfile,
): readonly number[] {
	const installed = releaseAt(release);
	return [
		release + 1,
		traits.machine,
		traits.screen,
		traits.gpu,
		traits.java,
		traits.virtualMachine,
		traits.dotNet,
		touchCode(inclinations, installed),
		optOutBits(inclinations, installed),
		backOffBits(inclinations, installed, {first, last, profile}),
	];
}

/** Seconds since 1970-01-01: a row is visible from `since` until before `until`. */
type Period = readonly [since: number, until: number];

export const forever = Number.MAX_SAFE_INTEGER;

/** Writes the row of the history that an installation is in. */
export function putSpan(
	{productId, installation, row, last, rowSessions}: Life,
	{spans}: Writers,
	period: Period,
): void {
	spans.add([productId, installation, row.span, row.nth, row.from, last, rowSessions]);
	addCells(spans, historyColumns, row.codes);
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
	const {installations} = writers;
	const {keys, profile} = product;
	installations.add([productId, installation, next, activeDays, sessions, minutes, first, last]);
	installations.addText(client);
	installations.addText(machine);
	installations.addText(keys.keys[life.key - 1]?.row.licenseKey ?? null);
	addCells(installations, historyColumns, row.codes);
	addCells(installations, currentColumns, getCurrentCodes(life, profile));
	installations.put(period);
}

/** Writes the rows that change while an installation is active. */
export function putState(life: Life, target: StateTarget, period: Period): void {
	const {productId, installation, uses} = life;
	const {lifetime} = target.writers;
	putSpan(life, target.writers, period);
	putInstallation(life, target, period);
	for (let event = 0; event < uses.length; event++) {
		const count = uses[event] as number;
		if (count > 0) lifetime.put([productId, installation, event + 1, count, period[0], period[1]]);
	}
}
