import {isDeepStrictEqual} from 'node:util';
import type {SandboxClock} from '../clock.ts';
import {type DataSettings, readDataSettings, withNow, writeDataSettings} from './data-settings.ts';

/** In real milliseconds. A killed sandbox loses at most this much of its clock. */
const everyMs = 5000;

/**
 * Saves the time of a running clock in the settings of a folder, so that the next command does not go back in time.
 * Stops if another process changes the settings, so that a reset or an advance is not undone.
 */
export function startClockSaver(folder: string, settings: DataSettings, clock: SandboxClock) {
	let kept = settings;
	const keep = async () => {
		const next = withNow(settings, clock.timestamp());
		if (!isDeepStrictEqual(readDataSettings(folder), kept)) return;
		await writeDataSettings(folder, next);
		kept = next;
	};
	let last = Promise.resolve();
	const keepNext = () => {
		last = last.then(keep).catch(() => undefined);
		return last;
	};
	const timer = setInterval(keepNext, everyMs);
	timer.unref();
	return {
		close: () => {
			clearInterval(timer);
			return keepNext();
		},
	};
}
