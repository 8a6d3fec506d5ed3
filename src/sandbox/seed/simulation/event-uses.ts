import type {RowWriter} from '../../store/row-writer.ts';
import {type SeedEvent, seedEvents} from '../values/tracked-events.ts';
import type {Life, SimulatedProduct} from './life.ts';
import {createDraw, createPicker, fallingWeights, type Random} from './random.ts';

const eventsPerDay = createDraw([0, 0, 1, 1, 1, 1, 1, 2, 3]);
const furtherUses = createDraw([0, 0, 0, 0, 0, 1, 1, 2, 3, 6, 14, 40]);
const pickEvent = createPicker(fallingWeights(seedEvents.length));

/** Some uses have no custom value. */
const countValues = (largest: number, uses: number, random: Random): number =>
	largest === 0 ? 0 : random.chance(100) ? uses - 1 : uses;

/** Draws the usage of a day. If the day is visible, adds it to the lifetime uses, and writes it if there is a writer. */
export function drawUsage(
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
