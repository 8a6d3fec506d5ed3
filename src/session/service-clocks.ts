import {calendarDay, isDay} from '../calendar.ts';
import {createCacheFile} from './cache-file.ts';

/** The clock of a service whose day was not that of this machine: at a day, and ahead of this machine. */
export type ServiceClock = {readonly service: string; readonly day: string; readonly aheadMinutes: number};

/** No time zone is further away, so the clock of the service was set, and stands. */
const setMinutes = 36 * 60;
const toleratedMinutes = 5;

const isClock = (item: Partial<ServiceClock> | null): item is ServiceClock =>
	typeof item?.service === 'string' && isDay(item.day) && typeof item.aheadMinutes === 'number';

/** Returns the day of the service at a time of this machine. */
export const getDayOfService = ({day, aheadMinutes}: ServiceClock, now: Date): string =>
	Math.abs(aheadMinutes) < setMinutes
		? new Date(now.getTime() + aheadMinutes * 60_000).toISOString().slice(0, 10)
		: day;

export const compareClocks = (service: string, moment: Date, now: Date): ServiceClock => ({
	service,
	day: moment.toISOString().slice(0, 10),
	aheadMinutes: Math.round((moment.getTime() - now.getTime()) / 60_000),
});

const isSame = (left: ServiceClock, right: ServiceClock) =>
	Math.abs(left.aheadMinutes) < setMinutes
		? Math.abs(left.aheadMinutes - right.aheadMinutes) <= toleratedMinutes
		: left.day === right.day;

/** Keeps the clocks of services that are at another day than this machine. */
export function createServiceClocks(stateDir: string | undefined) {
	const file = createCacheFile(stateDir, 'service-clocks.json', isClock);
	const find = async (service: string) => (await file.read()).find(each => each.service === service);
	return {
		find,
		/** Returns true if the service is at another day than this machine, and that was not known. */
		learn: async (clock: ServiceClock, now: Date): Promise<boolean> => {
			const known = await find(clock.service);
			const differs = clock.day !== calendarDay(now);
			if (known ? differs && isSame(known, clock) : !differs) return false;
			const others = (await file.read()).filter(({service}) => service !== clock.service);
			await file.write(differs ? [...others, clock] : others);
			return differs;
		},
	};
}
