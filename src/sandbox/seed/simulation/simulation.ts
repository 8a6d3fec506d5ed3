import {secondsPerDay} from '../../../calendar.ts';
import type {Writers} from '../stored-tables.ts';
import {campaigns} from '../values/campaigns.ts';
import {releaseAt} from '../values/releases.ts';
import type {Birth} from './births.ts';
import {drawUsage} from './event-uses.ts';
import {createLife, type Life, type SimulatedProduct, updateLife} from './life.ts';
import {drawRuntime, drawSessions, nextActiveDay} from './life-draws.ts';
import {drawLines} from './log-records.ts';
import {Random} from './random.ts';
import {beginSpan, forever, putSpan, putState} from './state-rows.ts';

const never = Number.POSITIVE_INFINITY;

/** Data up to the day `until`; dated events only from the day `from` on. */
type VisibleDays = {readonly from: number; readonly until: number};

type Target = VisibleDays & {
	readonly writers: Writers;
	readonly random: Random;
	/** Returns the day on which the sessions of a day arrive. */
	readonly arrival: (life: Life, day: number) => number;
	/** Returns the second of the day at which an active installation contacts the server. */
	readonly contact: (life: Life, day: number) => number;
	/** Returns the second of the day, or Infinity without a crash. */
	readonly crash: (life: Life, day: number) => number;
};

function drawActivity(life: Life, day: number, {writers, random, from}: Target, isVisible: boolean): void {
	const sessions = drawSessions(random);
	const minutes = drawRuntime(sessions, random);
	if (!isVisible) return;
	const previous = life.activeDays === 0 ? Number.NaN : life.last;
	life.last = day;
	life.activeDays++;
	life.sessions += sessions;
	life.rowSessions += sessions;
	life.minutes += minutes;
	if (day >= from)
		writers.activity.put([
			life.productId,
			life.installation,
			day,
			life.span,
			sessions,
			minutes,
			previous,
			life.contact,
		]);
}

function deliver(life: Life, day: number, {writers, from}: Target): void {
	campaigns.forEach(({channel, due}, place) => {
		if (!(life.campaigns & (1 << place)) || day < (channel === 'auto' ? life.first + due : due)) return;
		life.campaigns &= ~(1 << place);
		if (day >= from) writers.outreach_delivery.put([life.productId, life.installation, place, day, life.contact]);
	});
}

function simulateDay(life: Life, day: number, product: SimulatedProduct, target: Target): void {
	const {writers, random, from, until, arrival, contact} = target;
	const isUpdated = updateLife(life, day, {product, random});
	const isWritten = day >= from;
	const firstLine = drawLines(life, day, {writers: isWritten ? writers : undefined, random});
	const crash = isWritten ? target.crash(life, day) : never;
	// An installation that installs, updates or reports a crash is online.
	const arrives = day === life.first || isUpdated || firstLine < never ? day : arrival(life, day);
	const isVisible = arrives <= until;
	if (!isVisible) life.nextArrival = Math.min(life.nextArrival, arrives);
	else if (day === until) life.contact = day * secondsPerDay + Math.min(contact(life, day), firstLine, crash);
	if (isUpdated) {
		putSpan(life, writers, [life.contact, forever]);
		beginSpan(life, day);
	}
	drawActivity(life, day, target, isVisible);
	drawUsage(life, day, {writer: isWritten ? writers.event_usage : undefined, isVisible, random}, product);
	if (life.campaigns !== 0 && arrives === day) deliver(life, day, target);
}

function simulateLife(life: Life, product: SimulatedProduct, target: Target): void {
	const {writers, random, until} = target;
	beginSpan(life, life.first);
	let day = life.first;
	const {scenarios} = product;
	const hasLeft = () =>
		scenarios !== undefined &&
		(day > scenarios.lastDay(life.traits.place) ||
			(day > life.first && scenarios.hasLeft(releaseAt(life.release), life.number, day)));
	const isInstalled = () => day <= life.ends && !hasLeft();
	while (day <= until && isInstalled()) {
		const before = day === until && day > life.first ? {...life, uses: [...life.uses]} : undefined;
		simulateDay(life, day, product, target);
		if (before && life.contact > 0) putState(before, {product, writers, next: Number.NaN}, [0, life.contact]);
		day = life.number === 0 ? day + 1 : nextActiveDay(day, life.traits.habit, random);
	}
	const next = Math.min(life.nextArrival, isInstalled() ? day : never);
	putState(life, {product, writers, next: Number.isFinite(next) ? next : Number.NaN}, [life.contact, forever]);
}

/** Returns a random stream for each day of an installation, so that other data does not depend on its use. */
function createDayRandom({seed, profile}: SimulatedProduct, stream: number): (life: Life, day: number) => Random {
	const random = new Random(seed, stream + profile.stream);
	return ({number}, day) => {
		random.restart(Math.imul(number, 0x9e3779b1) ^ day);
		return random;
	};
}

function createArrival(product: SimulatedProduct): Target['arrival'] {
	const {late} = product;
	if (!late) return (_life, day) => day;
	const restart = createDayRandom(product, 40);
	return (life, day) => {
		const random = restart(life, day);
		return random.chance(late.perMille) ? day + 1 + random.below(late.days) : day;
	};
}

function createContact(product: SimulatedProduct): Target['contact'] {
	const restart = createDayRandom(product, 60);
	return (life, day) => restart(life, day).below(secondsPerDay);
}

function createCrash(product: SimulatedProduct, {exception_line: exceptions}: Writers): Target['crash'] {
	const {scenarios} = product;
	if (!scenarios) return () => never;
	const restart = createDayRandom(product, 50);
	return (life, day) => {
		const random = restart(life, day);
		if (!random.chance(scenarios.crashes(releaseAt(life.release), life.traits.system, day))) return never;
		const second = random.below(secondsPerDay);
		exceptions.put([life.productId, life.installation, life.span, day, second, 0, random.below(500)]);
		return second;
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
	const target = {
		...{...days, writers, random},
		arrival: createArrival(product),
		contact: createContact(product),
		crash: createCrash(product, writers),
	};
	return birth => {
		random.restart(birth.number);
		const life = createLife(birth, product, random);
		// There are no installations in a country after its departure.
		if (birth.day <= (product.scenarios?.lastDay(life.traits.place) ?? birth.day)) simulateLife(life, product, target);
	};
}
