import type {TableWriter} from '../../store/writer.ts';
import {type SeedEvent, seedEvents} from '../values/events.ts';
import {createDraw, createPicker, fallingWeights, type Random} from './random.ts';

/** Which events an installation uses on a day, and how often. */

const eventsPerDay = createDraw([0, 0, 1, 1, 1, 1, 1, 2, 3]);
const furtherUses = createDraw([0, 0, 0, 0, 0, 1, 1, 2, 3, 6, 14, 40]);
const pickEvent = createPicker(fallingWeights(seedEvents.length));

export type UsageDay = {
	readonly installation: number;
	readonly day: number;
	readonly span: number;
	readonly release: number;
	/** Shifts some uses to other events, so that installations differ. */
	readonly taste: number;
};

export type UsageTarget = {
	/** Writer of the table `event_usage`. */
	readonly writer: TableWriter;
	/** Number of events that the product tracks. */
	readonly events: number;
	/** Uses of the installation by event. */
	readonly lifetime: Int32Array;
	readonly random: Random;
};

/** Some uses have no custom value. */
const countValues = (largest: number, uses: number, random: Random): number =>
	largest === 0 ? 0 : random.chance(100) ? uses - 1 : uses;

/** Writes the usage of one day and adds it to the counts of the lifetime. */
export function writeUsage(at: UsageDay, {writer, events, lifetime, random}: UsageTarget): void {
	let used = 0;
	for (let draws = eventsPerDay(random); draws > 0; draws--) {
		const event = (pickEvent(random) + (random.chance(300) ? at.taste : 0)) % events;
		const {since, value} = seedEvents[event] as SeedEvent;
		if (since > at.release || used & (1 << event)) continue;
		used |= 1 << event;
		const uses = 1 + furtherUses(random);
		const values = countValues(value, uses, random);
		const hundredths = values * random.below(value * 100);
		writer.put([at.installation, at.day, at.span, event + 1, uses, values, hundredths]);
		lifetime[event] = (lifetime[event] as number) + uses;
	}
}
