import {setTimeout as sleep} from 'node:timers/promises';
import type {Clock} from '../../../src/ports.ts';

/** The machine's own clock. */
export const realClock: Clock = {
	now: () => new Date(),
	sleep: async (milliseconds, signal) => {
		await sleep(milliseconds, undefined, signal ? {signal} : {});
	},
};

/** A clock that stands at one moment and moves only by sleeping; `slept` tells for how long. */
export function fakeClock(start = '2026-06-30T12:00:00Z'): Clock & {readonly slept: number[]} {
	let time = Date.parse(start);
	const slept: number[] = [];
	return {
		slept,
		now: () => new Date(time),
		sleep: async (milliseconds, signal) => {
			signal?.throwIfAborted();
			slept.push(milliseconds);
			time += milliseconds;
		},
	};
}
