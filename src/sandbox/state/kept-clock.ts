import {isDeepStrictEqual} from 'node:util';
import type {SandboxClock} from '../clock.ts';
import {type DataSettings, readDataSettings, withNow, writeDataSettings} from './data-settings.ts';

/** The interval at which the time of a running clock is saved, in real milliseconds: a killed sandbox loses at most this. */
const everyMs = 5000;

/** Keeps where a running clock stands, so that the next command does not go back in time. */
export type KeptClock = {
	/** Keeps the time once more, and ends. */
	readonly close: () => Promise<void>;
};

/**
 * Keeps the time of a clock in the settings of a folder, from now on. Settings that somebody else changes meanwhile stay
 * as they are: a reset or an advance of the same folder is not undone.
 */
export function keepClock(folder: string, settings: DataSettings, clock: SandboxClock): KeptClock {
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
