import type {Clock} from './ports.ts';

export const systemClock: Clock = {
	now: () => new Date(),
	sleep: async (milliseconds, signal) => {
		const {setTimeout} = await import('node:timers/promises');
		await setTimeout(milliseconds, undefined, signal ? {signal} : {});
	},
};
