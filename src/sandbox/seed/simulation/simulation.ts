import {secondsPerDay} from '../../../calendar.ts';
import type {Cell} from '../../store/append-rows.ts';
import type {TableWriter} from '../table-writer.ts';
import {addCells, currentColumns, historyColumns} from '../trait-columns.ts';
import {campaigns} from '../values/people.ts';
import {releaseAt} from '../values/releases.ts';
import type {Birth} from './births.ts';
import {drawUsage} from './event-uses.ts';
import {createLife, type Life, type SimulatedProduct, updateLife} from './life.ts';
import {drawRuntime, drawSessions, nextActiveDay} from './lifecycle.ts';
import {drawLines} from './log-records.ts';
import {Random} from './random.ts';
import {backOffBits, optOutBits, touchCode} from './sdk-flags.ts';

export type Writers = Readonly<
	Record<
		'installations' | 'spans' | 'activity' | 'usage' | 'lifetime' | 'deliveries' | 'exceptions' | 'customEvents',
		TableWriter
	>
>;

/** Data up to the day `until`; dated events only from the day `from` on. */
export type VisibleDays = {readonly from: number; readonly until: number};

type Target = VisibleDays & {
	readonly writers: Writers;
	readonly random: Random;
	/** Returns the day on which the sessions of a day arrive. */
	readonly arrival: (life: Life, day: number) => number;
	readonly crash: (life: Life, day: number) => void;
};

/** In the order of codes.ts. */
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
function beginSpan(life: Life, day: number): void {
	life.row = [life.installation, life.span, life.nth, day, day, 0];
	life.rowSessions = 0;
	addCells(life.row, historyColumns, getHistoryCodes(life));
}

function endSpan({row, last, rowSessions}: Life, {spans}: Writers): void {
	row[4] = last;
	row[5] = rowSessions;
	spans.put(row);
}

function drawActivity(life: Life, day: number, {writers, random, from}: Target, isVisible: boolean): void {
	const sessions = drawSessions(random);
	const minutes = drawRuntime(sessions, random);
	if (!isVisible) return;
	const previous = life.activeDays === 0 ? null : life.last;
	life.last = day;
	life.activeDays++;
	life.sessions += sessions;
	life.rowSessions += sessions;
	life.minutes += minutes;
	if (day >= from) writers.activity.put([life.installation, day, life.span, sessions, minutes, previous]);
}

function deliver(life: Life, day: number, {writers, from}: Target): void {
	campaigns.forEach(({channel, due}, place) => {
		if (!(life.campaigns & (1 << place)) || day < (channel === 'auto' ? life.first + due : due)) return;
		life.campaigns &= ~(1 << place);
		if (day >= from) writers.deliveries.put([life.installation, place, day]);
	});
}

function writeLifetime({installation, uses}: Life, {lifetime}: Writers): void {
	for (let event = 0; event < uses.length; event++) {
		const count = uses[event] as number;
		if (count > 0) lifetime.put([installation, event + 1, count]);
	}
}

function writeInstallation(
	life: Life,
	{profile, keys}: SimulatedProduct,
	{writers, next}: {writers: Writers; next: number | null},
) {
	const {traits, inclinations, installation, activeDays, sessions, minutes, first, last, client, machine} = life;
	const release = releaseAt(life.release);
	const key = keys.keys[life.key - 1]?.row.licenseKey ?? null;
	const row: Cell[] = [installation, next, activeDays, sessions, minutes, first, last, client, machine, key];
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
	writers.installations.put(row);
}

function simulateDay(life: Life, day: number, product: SimulatedProduct, target: Target): void {
	const {writers, random, from, until, arrival} = target;
	const isUpdated = updateLife(life, day, {product, random});
	if (isUpdated) {
		endSpan(life, writers);
		beginSpan(life, day);
	}
	const isWritten = day >= from;
	const hasLines = drawLines(life, day, {writers: isWritten ? writers : undefined, random});
	if (isWritten) target.crash(life, day);
	// An installation that installs, updates or reports a crash is online.
	const arrives = day === life.first || isUpdated || hasLines ? day : arrival(life, day);
	const isVisible = arrives <= until;
	if (!isVisible) life.nextArrival = Math.min(life.nextArrival, arrives);
	drawActivity(life, day, target, isVisible);
	drawUsage(life, day, {
		writer: isWritten ? writers.usage : undefined,
		isVisible,
		scenarios: product.scenarios,
		events: product.profile.events,
		random,
	});
	if (life.campaigns !== 0 && arrives === day) deliver(life, day, target);
}

function simulateLife(life: Life, product: SimulatedProduct, target: Target): void {
	const {writers, random, until} = target;
	beginSpan(life, life.first);
	let day = life.first;
	const isInstalled = () => day <= life.ends && day <= (product.scenarios?.lastDay(life.traits.place) ?? day);
	while (day <= until && isInstalled()) {
		simulateDay(life, day, product, target);
		day = life.number === 0 ? day + 1 : nextActiveDay(day, life.traits.habit, random);
	}
	endSpan(life, writers);
	writeLifetime(life, writers);
	const next = Math.min(life.nextArrival, isInstalled() ? day : Number.POSITIVE_INFINITY);
	writeInstallation(life, product, {writers, next: Number.isFinite(next) ? next : null});
}

/** Uses its own random stream, so that the other data are the same with and without delays. */
function createArrival({seed, profile, late}: SimulatedProduct): Target['arrival'] {
	if (!late) return (_life, day) => day;
	const random = new Random(seed, 40 + profile.stream);
	return ({number}, day) => {
		random.restart(Math.imul(number, 0x9e3779b1) ^ day);
		return random.chance(late.perMille) ? day + 1 + random.below(late.days) : day;
	};
}

/** Uses its own random stream, so that the other data are the same with and without scenarios. */
function createCrash({seed, profile, scenarios}: SimulatedProduct, {exceptions}: Writers): Target['crash'] {
	if (!scenarios) return () => undefined;
	const random = new Random(seed, 50 + profile.stream);
	return (life, day) => {
		random.restart(Math.imul(life.number, 0x9e3779b1) ^ day);
		if (!random.chance(scenarios.crashes(releaseAt(life.release), life.traits.system, day))) return;
		exceptions.put([life.installation, life.span, day, random.below(secondsPerDay), 0, random.below(500)]);
	};
}

/**
 * Creates the function that writes one installation. Its life depends only on the seed and its number; `until` only
 * limits what is visible.
 */
export function createSimulation(
	product: SimulatedProduct,
	{writers, ...days}: VisibleDays & {writers: Writers},
): (birth: Birth) => void {
	const random = new Random(product.seed, 10 + product.profile.stream);
	const target = {...days, writers, random, arrival: createArrival(product), crash: createCrash(product, writers)};
	return birth => {
		random.restart(birth.number);
		const life = createLife(birth, product, random);
		// There are no installations in a country after its departure.
		if (birth.day <= (product.scenarios?.lastDay(life.traits.place) ?? birth.day)) simulateLife(life, product, target);
	};
}
