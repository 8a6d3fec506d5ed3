import type {TableWriter} from '../../store/writer.ts';
import {seedCustomEvents, seedExceptions} from '../values/log-lines.ts';
import {crashingVersion, releaseAt} from '../values/releases.ts';
import type {Life} from './life.ts';
import {createPicker, fallingWeights, type Picker, type Random} from './random.ts';

const pickException = createPicker(fallingWeights(seedExceptions.length));
const pickCustomEvent = createPicker(fallingWeights(seedCustomEvents.length));

const secondsPerDay = 86_400;
const crashingRate = 60;
const usualRate = 12;
const customRate = 20;

export type LineWriters = {readonly exceptions: TableWriter; readonly customEvents: TableWriter};

/**
 * Draws the lines of a day of activity, and writes them if there are `writers`; true when there is one. The installation
 * that is active every day has one of each kind on every day.
 */
export function drawLines(
	life: Life,
	day: number,
	{writers, random}: {writers: LineWriters | undefined; random: Random},
): boolean {
	const resident = life.number === 0;
	const crashing = releaseAt(life.release).version === crashingVersion;
	const draw = (perMille: number, pick: Picker, writer: TableWriter | undefined) => {
		if (!resident && !random.chance(perMille)) return false;
		const drawn = [random.below(secondsPerDay), pick(random), random.below(500)];
		writer?.put([life.installation, life.span, day, ...drawn]);
		return true;
	};
	const crashed = draw(crashing ? crashingRate : usualRate, pickException, writers?.exceptions);
	return draw(customRate, pickCustomEvent, writers?.customEvents) || crashed;
}
