import type {TableWriter} from '../../store/writer.ts';
import {seedCustomEvents, seedExceptions} from '../values/log-lines.ts';
import {crashingVersion} from '../values/releases.ts';
import type {Life} from './life.ts';
import {releaseAt} from './lifecycle.ts';
import {createPicker, fallingWeights, type Random} from './random.ts';

const pickException = createPicker(fallingWeights(seedExceptions.length));
const pickCustomEvent = createPicker(fallingWeights(seedCustomEvents.length));

const secondsPerDay = 86_400;
const crashingRate = 60;
const usualRate = 12;
const customRate = 20;

export type LineWriters = {readonly exceptions: TableWriter; readonly customEvents: TableWriter};

/** Some days of activity have a line; the installation that is active every day has one of each kind. */
export function writeLines(life: Life, day: number, {writers, random}: {writers: LineWriters; random: Random}): void {
	const resident = life.number === 0;
	const crashing = releaseAt(life.release).version === crashingVersion;
	const put = (writer: TableWriter, kind: number) =>
		writer.put([life.installation, life.span, day, random.below(secondsPerDay), kind, random.below(500)]);
	if (resident || random.chance(crashing ? crashingRate : usualRate)) put(writers.exceptions, pickException(random));
	if (resident || random.chance(customRate)) put(writers.customEvents, pickCustomEvent(random));
}
