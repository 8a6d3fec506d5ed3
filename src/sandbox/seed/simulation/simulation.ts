import {secondsPerDay} from '../../../calendar.ts';
import type {RowWriter} from '../../store/row-writer.ts';
import type {Writers} from '../stored-tables.ts';
import {campaigns} from '../values/campaigns.ts';
import {releaseAt} from '../values/releases.ts';
import {type SeedEvent, seedEvents} from '../values/tracked-events.ts';
import type {Birth} from './births.ts';
import {createLife, type Life, type SimulatedProduct, updateLife} from './life.ts';
import {drawRuntime, drawSessions, nextActiveDay} from './life-draws.ts';
import {drawLines} from './log-records.ts';
import {createDraw, createPicker, fallingWeights, Random} from './random.ts';
import {beginSpan, forever, putSpan, putState} from './state-rows.ts';

const never = Number.POSITIVE_INFINITY;

/** Data up to the day `until`; dated events only from the day `from` on. */
type VisibleDays = {readonly from: number; readonly until: number};

type Target = VisibleDays & {readonly writers: Writers; readonly random: Random};

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

/** Creates a random stream for a day of an installation, so that other data does not depend on its use. */
function createDayRandom({number}: Life, day: number, {seed, profile}: SimulatedProduct, stream: number): Random {
	const random = new Random(seed, stream + profile.stream);
	random.restart(Math.imul(number, 0x9e3779b1) ^ day);
	return random;
}

/** Draws the day on which the sessions of a day arrive. */
function drawArrival(life: Life, day: number, product: SimulatedProduct): number {
	const {late} = product;
	if (!late) return day;
	const random = createDayRandom(life, day, product, 40);
	return random.chance(late.perMille) ? day + 1 + random.below(late.days) : day;
}

/** Draws the second of the day at which an active installation contacts the server. */
const drawContact = (life: Life, day: number, product: SimulatedProduct): number =>
	createDayRandom(life, day, product, 60).below(secondsPerDay);

/** Writes the crash of a scenario, if there is one. Returns its second of the day, or Infinity. */
function putCrash(life: Life, day: number, product: SimulatedProduct, {exception_line: exceptions}: Writers): number {
	const {scenarios} = product;
	if (!scenarios) return never;
	const random = createDayRandom(life, day, product, 50);
	if (!random.chance(scenarios.crashes(releaseAt(life.release), life.traits.system, day))) return never;
	const second = random.below(secondsPerDay);
	exceptions.put([life.productId, life.installation, life.span, day, second, 0, random.below(500)]);
	return second;
}

function simulateDay(life: Life, day: number, product: SimulatedProduct, target: Target): void {
	const {writers, random, from, until} = target;
	const isUpdated = updateLife(life, day, {product, random});
	const isWritten = day >= from;
	const firstLine = drawLines(life, day, {writers: isWritten ? writers : undefined, random});
	const crash = isWritten ? putCrash(life, day, product, writers) : never;
	// An installation that installs, updates or reports a crash is online.
	const arrives = day === life.first || isUpdated || firstLine < never ? day : drawArrival(life, day, product);
	const isVisible = arrives <= until;
	if (!isVisible) life.nextArrival = Math.min(life.nextArrival, arrives);
	else if (day === until)
		life.contact = day * secondsPerDay + Math.min(drawContact(life, day, product), firstLine, crash);
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

/**
 * Creates the function that writes one installation. Its life depends only on the seed and its number; `until` only
 * limits what is visible.
 */
export function createSimulation(
	product: SimulatedProduct,
	days: VisibleDays & {writers: Writers},
): (birth: Birth) => void {
	const random = new Random(product.seed, 10 + product.profile.stream);
	const target = {...days, random};
	return birth => {
		random.restart(birth.number);
		const life = createLife(birth, product, random);
		// There are no installations in a country after its departure.
		if (birth.day <= (product.scenarios?.lastDay(life.traits.place) ?? birth.day)) simulateLife(life, product, target);
	};
}

const eventsPerDay = createDraw([0, 0, 1, 1, 1, 1, 1, 2, 3]);
const furtherUses = createDraw([0, 0, 0, 0, 0, 1, 1, 2, 3, 6, 14, 40]);
const pickEvent = createPicker(fallingWeights(seedEvents.length));

/** Some uses have no custom value. */
const countValues = (largest: number, uses: number, random: Random): number =>
	largest === 0 ? 0 : random.chance(100) ? uses - 1 : uses;

/** Draws the usage of a day. If the day is visible, adds it to the lifetime uses, and writes it if there is a writer. */
function drawUsage(
	life: Life,
	day: number,
	{writer, isVisible, random}: {writer: RowWriter | undefined; isVisible: boolean; random: Random},
	{profile, scenarios}: SimulatedProduct,
): void {
	// Shift some uses to other events, so that installations differ.
	const shift = life.number % 11;
	let used = 0;
	for (let draws = eventsPerDay(random); draws > 0; draws--) {
		const event = (pickEvent(random) + (random.chance(300) ? shift : 0)) % profile.events;
		const {since, value} = seedEvents[event] as SeedEvent;
		if (since > life.release || used & (1 << event)) continue;
		used |= 1 << event;
		const uses = 1 + furtherUses(random);
		const values = countValues(value, uses, random);
		const hundredths = values * random.below(value * 100);
		if (!isVisible || scenarios?.isUnused(event, life.traits.system, day)) continue;
		writer?.put([life.productId, life.installation, day, life.span, event + 1, uses, values, hundredths, life.contact]);
		life.uses[event] = (life.uses[event] as number) + uses;
	}
}
