import {secondsPerDay} from '../../../calendar.ts';
import type {RowWriter} from '../../store/row-writer.ts';
import type {Writers} from '../stored-tables.ts';
import {lastingExceptions, passingException, seedCustomEvents} from '../values/log-texts.ts';
import {crashingVersion, releaseAt} from '../values/releases.ts';
import type {Life} from './life.ts';
import {createPicker, fallingWeights, type Picker, type Random} from './random.ts';

/** Indexes after those of the lasting exceptions stand for the passing ones, newest first. */
const pickPlace = createPicker([...fallingWeights(lastingExceptions), 700, 300, 200]);
const pickCustomEvent = createPicker(fallingWeights(seedCustomEvents.length));

const crashingRate = 60;
const usualRate = 12;
const customRate = 20;

/**
 * Draws the records of a day, and writes them if there are `writers`. Returns the second of the first one, or
 * Infinity. The installation that is active every day has one of each kind every day.
 */
export function drawLines(
	life: Life,
	day: number,
	{writers, random}: {writers: Writers | undefined; random: Random},
): number {
	const resident = life.number === 0;
	const crashing = releaseAt(life.release).version === crashingVersion;
	const pickException: Picker = drawn => {
		const place = pickPlace(drawn);
		return place < lastingExceptions ? place : passingException(day, place - lastingExceptions);
	};
	const draw = (perMille: number, pick: Picker, writer: RowWriter | undefined) => {
		if (!resident && !random.chance(perMille)) return Number.POSITIVE_INFINITY;
		const second = random.below(secondsPerDay);
		const kind = pick(random);
		const number = random.below(500);
		writer?.put([life.productId, life.installation, life.span, day, second, kind, number]);
		return second;
	};
	const crashed = draw(crashing ? crashingRate : usualRate, pickException, writers?.exception_line);
	return Math.min(crashed, draw(customRate, pickCustomEvent, writers?.custom_event_line));
}
